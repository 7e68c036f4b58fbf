//! Documents of laws in words.

use bouton_document::{Explain, ExplainedLaw};
use bouton_explain::Explanation;
use bouton_forms::ControlLaw;

/// Returns the document of the law with this certificate.
pub(super) fn explained(
    game: String,
    subject: String,
    explanation: &Explanation,
    certificate: String,
) -> Explain {
    let law = |law: &ControlLaw| {
        // The form is that of the explanation: a tag and its data.
        let mut form = serde_json::to_value(&law.form).unwrap_or_default();
        let tag = form["form"].as_str().unwrap_or_default().to_owned();
        let data = form.as_object_mut().and_then(|form| form.remove("data"));
        let grundy = law.grundy.as_ref().and_then(|grundy| serde_json::to_value(grundy).ok());
        ExplainedLaw { controls: law.controls.clone(), form: tag, data, grundy }
    };
    Explain {
        game,
        coordinates: explanation.coordinates.clone(),
        exists: explanation.exists.clone(),
        nim_heap: explanation.nim_heap,
        laws: explanation.laws.iter().map(law).collect(),
        theorem: explanation.theorem(),
        text: explanation.text(),
        subject,
        certificate,
    }
}
