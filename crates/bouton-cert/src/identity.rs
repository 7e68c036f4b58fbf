//! The digest that closes a certificate.

use std::fmt;

use sha2::{Digest, Sha256};

/// The identity of a certificate: the SHA-256 of all its bytes before the last line.
///
/// It protects against accidents, not against forgery: anyone can [`seal`] a changed text. Only a
/// checker decides whether the text shows what it claims.
///
/// ```
/// use bouton_cert::Identity;
///
/// assert!(Identity::of("").to_string().starts_with("sha256:e3b0c44298fc1c14"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity([u8; 32]);

impl Identity {
    /// The identity of a certificate whose bytes before the last line are `body`.
    ///
    /// ```
    /// use bouton_cert::{Identity, seal};
    ///
    /// let sealed = seal("body\n");
    /// assert_eq!(sealed.lines().last(), Some(&*format!("id {}", Identity::of("body\n"))));
    /// ```
    #[must_use]
    pub fn of(body: &str) -> Self {
        Self(Sha256::digest(body.as_bytes()).into())
    }

    /// The SHA-256 of bytes.
    ///
    /// ```
    /// use bouton_cert::Identity;
    ///
    /// let id = Identity::of_bytes(b"");
    /// assert!(id.to_string().starts_with("sha256:e3b0c442"));
    /// assert_eq!(Identity::parse(&id.to_string()), Some(id));
    /// ```
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// Reads `sha256:` and 64 lower case hexadecimal digits.
    ///
    /// ```
    /// use bouton_cert::Identity;
    ///
    /// let identity = Identity::of("body");
    /// assert_eq!(Identity::parse(&identity.to_string()), Some(identity));
    /// assert_eq!(Identity::parse("sha256:00"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix("sha256:").filter(|digits| digits.len() == 64 && digits.is_ascii())?;
        let mut bytes = [0; 32];
        for (byte, place) in bytes.iter_mut().zip((0..64).step_by(2)) {
            *byte = u8::from_str_radix(&digits[place..place + 2], 16).ok()?;
        }
        let identity = Self(bytes);
        (identity.to_string() == text).then_some(identity)
    }

    /// The 32 bytes of the digest.
    #[must_use]
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sha256:")?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Appends the identity to the body of a certificate (all its lines but the last).
///
/// ```
/// assert!(bouton_cert::seal("body\n").starts_with("body\nid sha256:"));
/// ```
#[must_use]
pub fn seal(body: &str) -> String {
    format!("{body}id {}\n", Identity::of(body))
}
