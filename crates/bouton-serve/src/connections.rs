//! Connections: each is a task of its own and may not pause for long.

use std::{pin::Pin, time::Duration};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use std::sync::Arc;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
};
use tokio_io_timeout::TimeoutStream;

use crate::bounds::Bounds;

/// The time that open connections get to end when the server stops.
const FAREWELL: Duration = Duration::from_millis(600);
/// The pause after an error of accepting (too many open files).
const REST: Duration = Duration::from_millis(50);

/// Serves until `stop` is ready, then ends open connections within about a second.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    bounds: &Bounds,
    stop: impl Future<Output = ()>,
) {
    let places = Arc::new(Semaphore::new(bounds.connections));
    let graceful = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = async {
            let place = Arc::clone(&places).acquire_owned().await;
            (listener.accept().await, place)
        };
        let (stream, place) = tokio::select! {
            () = &mut stop => break,
            (accepted, place) = accepted => match accepted {
                Ok((stream, _)) => (stream, place),
                Err(_) => {
                    tokio::time::sleep(REST).await;
                    continue;
                }
            },
        };
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(bounds.stall).max_buf_size(64 << 10);
        let connection =
            graceful.watch(http.serve_connection(TokioIo::new(patient(stream, bounds.stall)), service));
        tokio::spawn(async move {
            // An error concerns only the client.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
}

/// A stream that fails if the client does not receive what is written to it.
fn patient(stream: TcpStream, stall: Duration) -> Pin<Box<TimeoutStream<TcpStream>>> {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(stall));
    Box::pin(stream)
}
