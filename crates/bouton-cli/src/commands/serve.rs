//! `bouton serve`: the page.

use bouton_serve::{Options, Server};
use clap::Args;

use crate::{
    failure::{Answer, Failure},
    session::Session,
};

/// The arguments of `serve`.
#[derive(Args, Clone, Debug)]
pub(crate) struct Arguments {
    /// The port; 0 for any that is free
    #[arg(long, value_name = "N", default_value = "7001")]
    port: u16,
    /// The address to listen on; others than this machine reach the page only if it is another one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: String,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
}

pub(crate) fn run(arguments: &Arguments, session: &Session) -> Result<Answer, Failure> {
    let Arguments { port, host, open } = arguments.clone();
    let options = Options { host, port, open, ..Options::default() };
    let failed =
        |error| Failure::input("serve", format!("{}:{port} cannot be served: {error}", options.host));
    let server = Server::bind(&options).map_err(failed)?;
    let told_to_end = server.told_to_end().map_err(failed)?;
    session.say(&server.sentence(), &server.document())?;
    server.run_until(told_to_end).map_err(failed)?;
    Ok(Answer::Done)
}
