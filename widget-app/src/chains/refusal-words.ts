/** The user's no in words: "User closed modal", "Canceled by the user", "user_rejected", "Plugin Closed". "Aborted" is a failed request. */
export const refusedByUser =
  /user[\s_-]*(?:has )?(?:reject|refus|declin|den[yi]|disapprov|dismiss|cancel|clos)|(?:reject|refus|declin|deni|dismiss|cancel|clos)\w* (?:by (?:the )?user|on (?:the )?device)|(?:popup|window|modal|dialog|plugin) (?:\w+ ){0,3}clos/i

/** A no beside a code that may stand for anything, in the languages in which wallets have been seen to write it. */
export const vaguelyRefused = /reject|declin|denied|cancel|取消|拒[绝絕否]|キャンセル|거부|취소/i
