//! A server: its address, and its life until it is stopped.

use std::{
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, ToSocketAddrs, UdpSocket},
};

use serde::Serialize;
use tokio::runtime::{self, Runtime};

use crate::{
    App, Bounds, PublicUrl, connections,
    hosts::{Hosts, PORT},
    open, router,
};

/// The options of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The address or name to listen on; by default this machine only.
    pub host: String,
    /// The port; 0 for any free port.
    pub port: u16,
    /// The address under which a proxy publishes the page, if there is one.
    pub public_url: Option<PublicUrl>,
    /// Whether to open the page in a browser.
    pub open: bool,
    /// The bounds on its costs.
    pub bounds: Bounds,
}

impl Default for Options {
    fn default() -> Self {
        let host = "127.0.0.1".to_owned();
        Self { host, port: PORT, public_url: None, open: false, bounds: Bounds::default() }
    }
}

/// The address of the page as a document: `{"url": "http://127.0.0.1:7001/"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Address {
    /// The URL of the first page.
    pub url: String,
}

/// A server with its address and its threads that does not answer yet.
#[derive(Debug)]
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    options: Options,
    address: SocketAddr,
}

/// The stack of a thread: parsers and explanations recurse deeply for deep rules.
const STACK: usize = 16 << 20;

/// The address of this machine in its network; if there is no network, the one that only this machine
/// reaches.
fn own_address(unspecified: IpAddr) -> IpAddr {
    let (any, elsewhere, alone): (SocketAddr, SocketAddr, IpAddr) = match unspecified {
        IpAddr::V4(_) => {
            (([0; 4], 0).into(), (Ipv4Addr::new(192, 0, 2, 1), 9).into(), Ipv4Addr::LOCALHOST.into())
        }
        IpAddr::V6(_) => {
            let elsewhere = Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1);
            (([0u16; 8], 0).into(), (elsewhere, 9).into(), Ipv6Addr::LOCALHOST.into())
        }
    };
    // Nothing is sent: the system only chooses the address that it would send from.
    let chosen = UdpSocket::bind(any).and_then(|socket| {
        socket.connect(elsewhere)?;
        socket.local_addr()
    });
    chosen.map(|address| address.ip()).ok().filter(|address| !address.is_unspecified()).unwrap_or(alone)
}

impl Server {
    /// Binds the address and starts the threads.
    ///
    /// # Errors
    ///
    /// If the port is in use, the address does not belong to this machine, or the system cannot
    /// create threads.
    pub fn bind(options: &Options) -> io::Result<Self> {
        let host = options.host.trim_matches(['[', ']']);
        let addresses: Vec<SocketAddr> = (host, options.port).to_socket_addrs()?.collect();
        let listener = TcpListener::bind(&addresses[..])?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let bounds = &options.bounds;
        let threads = bounds.workers + bounds.long_workers + bounds.readers + bounds.proofs + 2;
        let runtime = runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(threads)
            .thread_stack_size(STACK)
            .enable_all()
            .build()?;
        Ok(Self { runtime, listener, options: options.clone(), address })
    }

    /// The address that the server listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the first page: the public one if there is one, else one that other machines can use if
    /// the server listens on all addresses.
    #[must_use]
    pub fn url(&self) -> String {
        if let Some(public) = &self.options.public_url {
            return public.to_string();
        }
        let port = self.address.port();
        let ip = self.address.ip();
        if ip.is_unspecified() {
            return format!("http://{}/", SocketAddr::new(own_address(ip), port));
        }
        let host = self.options.host.trim_matches(['[', ']']);
        let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
        format!("http://{host}:{port}/")
    }

    /// The address as a document.
    #[must_use]
    pub fn document(&self) -> Address {
        Address { url: self.url() }
    }

    /// The sentence that states the address of the page.
    #[must_use]
    pub fn sentence(&self) -> String {
        format!("Bouton is at {}", self.url())
    }

    /// Ready when the process gets a signal to end (SIGTERM, or Ctrl-C). From this call on, not
    /// from the first poll, such a signal no longer kills the process: anyone who learns the
    /// address later may end the server.
    ///
    /// # Errors
    ///
    /// If the system does not support signals.
    pub fn told_to_end(&self) -> io::Result<impl Future<Output = ()> + use<>> {
        let _context = self.runtime.enter();
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            let mut terminate = signal(SignalKind::terminate())?;
            let mut interrupt = signal(SignalKind::interrupt())?;
            Ok(async move {
                tokio::select! {
                    _ = terminate.recv() => {}
                    _ = interrupt.recv() => {}
                }
            })
        }
        #[cfg(not(unix))]
        Ok(async {
            let _ = tokio::signal::ctrl_c().await;
        })
    }

    /// Serves until `stop` is ready. Then everything ends within two seconds; a thread that still
    /// computes is abandoned.
    ///
    /// # Errors
    ///
    /// If listening on the address fails.
    pub fn run_until(self, stop: impl Future<Output = ()>) -> io::Result<()> {
        if self.options.open {
            open::browser(&self.url());
        }
        let public = self.options.public_url.clone();
        let is_shared = public.is_some() || !self.address.ip().is_loopback();
        let hosts = Hosts::new(&self.options.host, self.address.ip(), self.address.port(), public)
            .with_others(is_shared.then(|| self.url()));
        let Self { runtime, listener, options: Options { bounds, .. }, .. } = self;
        let app = App::new(bounds.clone(), hosts);
        let ended = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let stop = async {
                stop.await;
                app.proofs().cancel_all();
            };
            connections::serve(listener, router(app.clone()), &bounds, stop).await;
            Ok(())
        });
        runtime.shutdown_background();
        ended
    }
}
