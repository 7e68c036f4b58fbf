//! `bouton serve`: the page.

use bouton_serve::{Bounds, Options, PublicUrl, Server};
use clap::Args;

use crate::{
    arguments::limits::LimitOptions,
    failure::{Answer, Failure},
    session::Session,
};

/// The arguments of `serve`.
#[derive(Args, Clone, Debug)]
pub(crate) struct Arguments {
    /// The port; 0 for any free port
    #[arg(long, value_name = "N", default_value = "7001")]
    port: u16,
    /// The address to listen on; by default only this machine can reach the page
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: String,
    /// The address under which a proxy publishes the page, for example https://games.example/bouton/
    #[arg(long, value_name = "URL")]
    public_url: Option<PublicUrl>,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
}

/// The bounds of the server: `--time` and `--memory` are those of each answer, and of each search for a
/// proof.
///
/// # Errors
///
/// For limits that a server has otherwise.
fn bounds(limits: &LimitOptions) -> Result<Bounds, Failure> {
    let LimitOptions { memory, time, states, threads } = *limits;
    if states.is_some() || threads.is_some() {
        return Err(Failure::misused(
            "a server has fixed numbers of workers, and bounds every answer by time and memory; leave out --states and --threads",
        ));
    }
    let usual = Bounds::default();
    Ok(Bounds {
        time: time.unwrap_or(usual.time),
        proof_time: time.unwrap_or(usual.proof_time),
        memory: memory.unwrap_or(usual.memory),
        proof_memory: memory.unwrap_or(usual.proof_memory),
        ..usual
    })
}

pub(crate) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let Arguments { port, host, public_url, open } = arguments.clone();
    let options = Options { host, port, public_url, open, bounds: bounds(&session.limits)? };
    let failed =
        |error| Failure::input("serve", format!("{}:{port} cannot be served: {error}", options.host));
    let server = Server::bind(&options).map_err(failed)?;
    let told_to_end = server.told_to_end().map_err(failed)?;
    session.say(&server.sentence(), &server.document())?;
    server.run_until(told_to_end).map_err(failed)?;
    Ok(Answer::Done)
}
