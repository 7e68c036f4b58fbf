//! The names by which requests may call the server, and its port.

use std::net::IpAddr;

use axum::http::uri::Authority;

use crate::public_url::PublicUrl;

/// The port on which the server listens unless told otherwise.
pub(crate) const PORT: u16 = 7001;

/// The names of the server that requests may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hosts {
    /// The address as given.
    named: String,
    /// Whether the server listens on every address of the machine.
    everywhere: bool,
    port: u16,
    /// The address that a proxy has for this server.
    public: Option<PublicUrl>,
    /// The address of the first page for other machines, if they can reach it.
    others: Option<String>,
}

impl Hosts {
    pub(crate) fn new(named: &str, address: IpAddr, port: u16, public: Option<PublicUrl>) -> Self {
        let named = named.trim_matches(['[', ']']).to_owned();
        Self { named, everywhere: address.is_unspecified(), port, public, others: None }
    }

    /// The same for a server whose first page has this address for other machines, if they can reach it.
    pub(crate) fn with_others(self, others: Option<String>) -> Self {
        Self { others, ..self }
    }

    /// The address of the first page for other machines, if they can reach it.
    pub(crate) fn others(&self) -> Option<&str> {
        self.others.as_deref()
    }

    /// The port that the server listens on.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Whether a page of this origin is one of this server: of the host that was asked, or of the public
    /// address.
    pub(crate) fn is_own(&self, origin: &str, host: &str) -> bool {
        let own = origin.strip_prefix("http://").is_some_and(|origin| origin.eq_ignore_ascii_case(host));
        own || self.public.as_ref().is_some_and(|public| public.is_origin(origin))
    }

    /// Whether browsers trust pages of this host: those of this machine, and encrypted ones.
    pub(crate) fn is_trusted(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else { return false };
        let name = authority.host().trim_matches(['[', ']']);
        let is_own = name.eq_ignore_ascii_case("localhost")
            || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        let public = self.public.as_ref();
        is_own || public.is_some_and(|public| public.is_encrypted() && public.is_host(&authority))
    }

    /// Whether a Host is this server. A name that merely resolves to this machine is not: the
    /// request may come from a page of another site (DNS rebinding).
    pub(crate) fn admits(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else { return false };
        if self.public.as_ref().is_some_and(|public| public.is_host(&authority)) {
            return true;
        }
        if authority.as_str().contains('@') || authority.port_u16().unwrap_or(80) != self.port {
            return false;
        }
        let name = authority.host().trim_matches(['[', ']']);
        let address = name.parse::<IpAddr>();
        name.eq_ignore_ascii_case("localhost")
            || name.eq_ignore_ascii_case(&self.named)
            || address.is_ok_and(|address| address.is_loopback() || self.everywhere)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_own_address_is_a_host() {
        let own = Hosts::new("127.0.0.1", "127.0.0.1".parse().unwrap(), 7001, None);
        for host in ["127.0.0.1:7001", "localhost:7001", "LOCALHOST:7001", "[::1]:7001"] {
            assert!(own.admits(host), "{host}");
        }
        for host in
            ["127.0.0.1", "127.0.0.1:80", "evil.example:7001", "10.0.0.1:7001", "", "a@localhost:7001", "x y"]
        {
            assert!(!own.admits(host), "{host}");
        }
        let everywhere = Hosts::new("0.0.0.0", "0.0.0.0".parse().unwrap(), 80, None);
        assert!(everywhere.admits("192.168.1.7") && everywhere.admits("192.168.1.7:80"));
        assert!(!everywhere.admits("rebound.example"));
        let named = Hosts::new("games.example", "10.0.0.7".parse().unwrap(), 8080, None);
        assert!(named.admits("games.example:8080") && !named.admits("10.0.0.9:8080"));
        let public = "https://games.example/bouton/".parse().ok();
        let behind = Hosts::new("127.0.0.1", "127.0.0.1".parse().unwrap(), 7001, public);
        for host in ["games.example", "games.example:443", "127.0.0.1:7001"] {
            assert!(behind.admits(host), "{host}");
        }
        assert!(!behind.admits("games.example:7001") && !behind.admits("other.example"));
        assert!(behind.is_own("https://games.example", "127.0.0.1:7001"));
        assert!(!behind.is_own("http://games.example", "127.0.0.1:7001"));
    }
}
