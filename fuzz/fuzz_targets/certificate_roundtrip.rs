//! No text makes the reader of certificates panic; what it accepts, it writes in the same bytes.

#![no_main]

use bouton_cert::{Certificate, LetterCertificate, seal};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|body: &str| {
    for text in [body.to_owned(), seal(body)] {
        if let Ok(certificate) = Certificate::decode(&text) {
            assert_eq!(certificate.encode(), text);
        }
        if let Ok(certificate) = LetterCertificate::decode(&text) {
            assert_eq!(certificate.encode(), text);
        }
    }
});
