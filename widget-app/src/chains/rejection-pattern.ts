/**
 * Messages of a user rejection: "User closed modal", "Canceled by the user", "user_rejected", "Plugin Closed". "Aborted" is
 * a failed request.
 */
export const userRejectionPattern =
  /user[\s_-]*(has )?(reject|refus|declin|den[yi]|disapprov|dismiss|cancel|clos)|(reject|refus|declin|deni|dismiss|cancel|clos)\w* (by (the )?user|on (the )?device)|(popup|window|modal|dialog|plugin) (\w+ ){0,3}clos/i
