/**
 * Start of the path of the vault's document in a frame, before the project's id: the server lets the pages of that project frame it,
 * inside the widget.
 */
export const vaultPaymentPath = '/payment/'
