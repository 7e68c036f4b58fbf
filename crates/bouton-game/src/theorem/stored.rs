//! Values in a file beside a certificate.

use std::{fs, io::Read, path::Path};

use bouton_cert::{Certificate, Claim, StoredPeriod};
use bouton_check::{CheckedCertificate, Limits, Refusal, Step, check_beside};

/// The most values of a period in the text of its certificate; more are in a file beside it.
pub(crate) const STORED_FROM: usize = 1 << 22;

/// Checks a certificate, with `folder` as the place of a file that it names.
///
/// # Errors
///
/// The first step that fails.
pub fn check_in(certificate: &str, folder: &Path, limits: &Limits) -> Result<CheckedCertificate, Refusal> {
    let stored = stored_in(certificate, folder, limits)?;
    check_beside(certificate, stored.as_deref(), limits)
}

/// Returns the claim with the file that a certificate names; `None` if the text is not a
/// certificate or does not name a file.
fn named(certificate: &str) -> Option<StoredPeriod> {
    match Certificate::decode(certificate).ok()?.claim {
        Claim::StoredPeriod(stored) => Some(stored),
        _ => None,
    }
}

/// Returns the name of the file that a certificate names.
pub(super) fn stored_name(certificate: &str) -> Option<String> {
    named(certificate).map(|stored| stored.file_name())
}

/// Returns the bytes of the file that a certificate names, if there is one.
pub(super) fn stored_in(
    certificate: &str,
    folder: &Path,
    limits: &Limits,
) -> Result<Option<Vec<u8>>, Refusal> {
    // Certificates that name a file are short, and decoding longer ones twice takes long.
    if certificate.len() > LONGEST {
        return Ok(None);
    }
    let Some(stored) = named(certificate) else { return Ok(None) };
    let path = folder.join(stored.file_name());
    let refused = |step, reason: String| Refusal { step, reason, witness: None, position: None, limit: None };
    let absent = |error| refused(Step::File, format!("{} cannot be read: {error}", path.display()));
    let length = stored.bytes().unwrap_or(u64::MAX);
    // Opening a pipe without a writer would block.
    let regular = |metadata: fs::Metadata| match metadata.is_file() {
        true => Ok(metadata.len()),
        false => Err(refused(Step::File, format!("{} is not a regular file", path.display()))),
    };
    regular(fs::metadata(&path).map_err(absent)?)?;
    let file = fs::File::open(&path).map_err(absent)?;
    if regular(file.metadata().map_err(absent)?)? != length {
        return Err(refused(
            Step::File,
            format!("{} does not have the claimed {length} bytes", path.display()),
        ));
    }
    let full = |limit: bouton_core::LimitReached| refused(Step::Limit, limit.to_string());
    // The memory of the bytes of the file, and of those that the checker derives from them.
    let _held = limits.watch.hold(length.saturating_mul(4)).map_err(full)?;
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    file.take(length).read_to_end(&mut bytes).map_err(absent)?;
    Ok(Some(bytes))
}

/// The greatest length of a certificate that names a file, limited by the length of rules.
const LONGEST: usize = 1 << 20;
