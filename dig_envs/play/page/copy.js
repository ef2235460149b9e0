/** Copy texts to the clipboard. */

/**
 * Copy a text; return whether that worked.
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function copyText(text) {
  if (!navigator.clipboard) return copySelected(text); // browsers offer the clipboard to https and to this machine only
  return navigator.clipboard.writeText(text).then(() => true, () => copySelected(text));
}

/** @param {string} text */
function copySelected(text) {
  const field = document.createElement("textarea"), focused = document.activeElement;
  field.value = text;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
