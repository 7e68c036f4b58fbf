//! The address of a server for people: behind a proxy it is not the address that the server listens on.

use std::{fmt, str::FromStr};

use axum::http::{Uri, uri::Authority};

/// The address under which a proxy publishes the page: `https://games.example/bouton/`.
///
/// ```
/// use bouton_serve::PublicUrl;
///
/// let url: PublicUrl = "https://games.example/bouton".parse()?;
/// assert_eq!(url.to_string(), "https://games.example/bouton/");
/// assert!("games.example".parse::<PublicUrl>().is_err());
/// # Ok::<(), bouton_serve::InvalidUrl>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    scheme: &'static str,
    authority: Authority,
    /// The folder of the first page, between slashes.
    folder: String,
}

/// The error of a text that is not the address of a page.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not the address of a page; write it as in `https://games.example/bouton/`")]
pub struct InvalidUrl(String);

impl FromStr for PublicUrl {
    type Err = InvalidUrl;

    fn from_str(text: &str) -> Result<Self, InvalidUrl> {
        let invalid = || InvalidUrl(text.to_owned());
        let uri: Uri = text.parse().map_err(|_| invalid())?;
        let scheme = match uri.scheme_str() {
            Some("https") => "https",
            Some("http") => "http",
            _ => return Err(invalid()),
        };
        let authority =
            uri.authority().filter(|authority| !authority.as_str().contains('@')).ok_or_else(invalid)?;
        if uri.query().is_some() || text.contains('#') {
            return Err(invalid());
        }
        let folder = format!("{}/", uri.path().trim_end_matches('/'));
        Ok(Self { scheme, authority: authority.clone(), folder })
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}{}", self.scheme, self.authority, self.folder)
    }
}

impl PublicUrl {
    /// Whether a `Host` is that of the address; the usual port may be left out.
    pub(crate) fn is_host(&self, host: &Authority) -> bool {
        let usual = if self.scheme == "https" { 443 } else { 80 };
        let port = |authority: &Authority| authority.port_u16().unwrap_or(usual);
        host.host().eq_ignore_ascii_case(self.authority.host()) && port(host) == port(&self.authority)
    }

    /// Whether browsers ask this address through an encrypted connection.
    pub(crate) fn is_encrypted(&self) -> bool {
        self.scheme == "https"
    }

    /// Whether an `Origin` (`https://games.example`) is that of the address.
    pub(crate) fn is_origin(&self, origin: &str) -> bool {
        let host = origin.strip_prefix(self.scheme).and_then(|rest| rest.strip_prefix("://"));
        host.and_then(|host| host.parse().ok()).is_some_and(|host| self.is_host(&host))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_whole() {
        for text in ["https://a.example", "http://a.example:8080/x/y/", "https://[::1]/"] {
            assert!(text.parse::<PublicUrl>().is_ok(), "{text}");
        }
        for text in [
            "",
            "a.example",
            "/x",
            "ftp://a.example",
            "https://a.example/?q=1",
            "https://a@b.example/",
            "https://a.example/#x",
        ] {
            assert!(text.parse::<PublicUrl>().is_err(), "{text}");
        }
    }

    #[test]
    fn hosts_and_origins_are_compared_with_their_ports() {
        let url: PublicUrl = "https://games.example/bouton/".parse().unwrap();
        for host in ["games.example", "GAMES.example:443"] {
            assert!(url.is_host(&host.parse().unwrap()), "{host}");
        }
        assert!(!url.is_host(&"games.example:80".parse().unwrap()));
        assert!(!url.is_host(&"other.example".parse().unwrap()));
        assert!(url.is_origin("https://games.example"));
        assert!(
            !url.is_origin("http://games.example") && !url.is_origin("https://games.example.evil.example")
        );
    }
}
