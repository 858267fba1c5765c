/** How wallets write that the user said no: as a verb after the user, or before "by the user". "Aborted" is a failed request. */
const verbs = '(?:reject|refus|declin|den(?:y|i)|disapprov|dismiss|cancel|clos)'

/** The user's no in words: "User closed modal", "Canceled by the user", "user_rejected", "Plugin Closed". */
export const refusedByUser = new RegExp(
  [
    `user[\\s_-]*(?:has\\s+)?${verbs}`,
    `${verbs}\\w*\\s+(?:by\\s+(?:the\\s+)?user|on\\s+(?:the\\s+|your\\s+)?(?:device|ledger|trezor))`,
    '(?:pop-?up|window|modal|dialog|plugin|prompt)\\s(?:\\w+\\s){0,3}clos',
  ].join('|'),
  'i',
)

/** A no beside a code that may stand for anything, in the languages in which wallets have been seen to write it. */
export const vaguelyRefused =
  /reject|declin|denied|disapprov|cancel|取消|拒绝|拒絕|キャンセル|拒否|거부|취소|отклон|отмен/i
