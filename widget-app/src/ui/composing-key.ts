/**
 * Whether a key is for an input method, which takes Enter and Escape for itself. Safari sends the last one after the
 * composition, with the key code of input methods.
 */
export const isComposingKey = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === 229
