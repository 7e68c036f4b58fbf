//! Checks the theorem of a certificate with Coq, where it is installed.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

use bouton::lower::lower;

use crate::{failure::Failure, file};

/// The output of Coq for a theorem that does not depend on axioms.
const WITHOUT_AXIOMS: &str = "Closed under the global context";

/// The verdict of Coq on the theorem of a certificate, with the compiled theory in a folder; the
/// inner error is the reason for rejecting it. Coq has no time limit.
///
/// # Errors
///
/// If Coq is not installed, or the theory is not compiled.
pub(crate) fn verdict(certificate: &str, theory: &Path) -> Result<Result<String, String>, Failure> {
    if !theory.join("Claims.vo").is_file() {
        let folder = theory.display();
        return Err(Failure::input("coq", format!("{folder} has no compiled theory: `just coq` makes it")));
    }
    let theorem = match lower(certificate) {
        Ok(theorem) => theorem,
        Err(error) => return Ok(Ok(format!("not asked, {error}"))),
    };
    let folder = std::env::temp_dir().join(format!("bouton-coq-{}", std::process::id()));
    let path = folder.join("theorem.v");
    fs::create_dir_all(&folder).map_err(|error| file::unwritable(&folder, &error))?;
    file::write(&path, &theorem)?;
    let ran = Command::new("coqc").arg("-Q").arg(theory).args([Path::new("Bouton"), &path]).output();
    let _ = fs::remove_dir_all(&folder);
    let output = ran.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Failure::input("coq", "coqc is not on the path"),
        _ => Failure::input("coq", format!("coqc does not run: {error}")),
    })?;
    let said = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if output.status.success() && said == WITHOUT_AXIOMS {
        return Ok(Ok("the theorem is accepted, without axioms".to_owned()));
    }
    let reason = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Ok(Err(if reason.is_empty() { said } else { reason }))
}

/// The default folder of the theory.
pub(crate) fn default_folder() -> PathBuf {
    std::env::var_os("BOUTON_COQ").map_or_else(|| PathBuf::from("coq"), PathBuf::from)
}
