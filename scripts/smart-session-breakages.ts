import type { Breakage } from './breakage.ts'

const feature = 'widget-app/src/features/smart-sessions'
const grant = 'widget-app/src/bridge/ethereum/grant-permissions.ts'

/** Lines of smart sessions: granted, told in words, revoked. */
export const smartSessionBreakages: readonly Breakage[] = [
  {
    rule: 'What a wallet granted is handed over whole',
    file: 'widget-app/src/bridge/ethereum/grant-permissions.ts',
    find: 'const body = { ...wanted, ...granted, pci, context, accountMeta, signerMeta }',
    replace: 'const body = { ...wanted, ...granted, pci, context }',
    tests: ['widget-app/src/bridge/ethereum/grant-permissions.test.ts'],
  },
  {
    rule: 'A grant for another account or chain is not handed over',
    file: 'widget-app/src/bridge/ethereum/grant-permissions.ts',
    find: 'if (isForOther) throw mismatch()',
    replace: '',
    tests: ['widget-app/src/bridge/ethereum/grant-permissions.test.ts'],
  },
  {
    rule: 'A wallet that grants a session for longer than asked is caught',
    file: grant,
    find: 'if (answer.expiry !== undefined && answer.expiry > expiry) throw mismatch()',
    replace: '',
    tests: ['widget-app/src/bridge/ethereum/grant-permissions.test.ts'],
  },
  {
    rule: 'A wallet that grants more than asked is caught',
    file: grant,
    find: 'if (!parsed.success || !asked.has(JSON.stringify(parsed.data).toLowerCase())) throw mismatch()',
    replace: 'if (!parsed.success) throw mismatch()',
    tests: ['widget-app/src/bridge/ethereum/grant-permissions.test.ts'],
  },
  {
    rule: 'The site hears of a session that was granted',
    file: grant,
    find: "event: 'SMART_SESSION_CREATED',",
    replace: "event: 'OPEN_SWAP',",
    tests: ['widget-app/src/bridge/ethereum/grant-permissions.test.ts'],
  },
  {
    rule: 'Without the flag no site gets a session',
    file: grant,
    find: 'if (!asked.get(hasSmartSessionsAtom(asked.wallet.namespace)))',
    replace: 'if (asked.wallet.namespace === undefined)',
    tests: ['widget-app/src/bridge/ethereum/grant-permissions.test.ts'],
  },
  {
    rule: 'A permission with a field that nobody is shown is not read',
    file: 'shared/api/sessions.ts',
    find: "      type: z.literal('native-token-recurring-allowance'),\n      data: z.strictObject(allowance),",
    replace: "      type: z.literal('native-token-recurring-allowance'),\n      data: z.object(allowance),",
    tests: ['widget-app/src/chains/eip155/read-grant.test.ts'],
  },
  {
    rule: 'An allowance that begins anew at every moment is unlimited',
    file: 'widget-app/src/chains/eip155/read-grant.ts',
    find: ' || period === 0',
    replace: '',
    tests: ['widget-app/src/chains/eip155/read-grant.test.ts'],
  },
  {
    rule: 'A session of more than a year is named',
    file: 'widget-app/src/kernel/request-risk.ts',
    find: "...(isLong ? ['session-long' as const] : []),",
    replace: '',
    tests: ['widget-app/src/kernel/request-risk.test.ts'],
  },
  {
    rule: 'A policy of a session is told',
    file: 'widget-app/src/chains/eip155/read-grant.ts',
    find: 'policies: policies.map(policyLine),',
    replace: 'policies: [],',
    tests: ['widget-app/src/chains/eip155/read-grant.test.ts'],
  },
  {
    rule: 'A policy that nobody here knows is a risk',
    file: 'widget-app/src/kernel/request-risk.ts',
    find: "...(fact.policies.length > 0 ? ['session-policy' as const] : []),",
    replace: '',
    tests: ['widget-app/src/kernel/request-risk.test.ts'],
  },
  {
    rule: 'The review shows the policies of a session',
    file: 'widget-app/src/features/approve/words.ts',
    find: "...fact.policies.map(({ label, value }) => code(t('permission.policy', { type: label }), value)),",
    replace: '',
    tests: ['widget-app/src/features/approve/words.test.ts'],
  },
  {
    rule: 'A session whose service did not answer is looked up before it counts as active',
    file: `${feature}/commands.ts`,
    find: 'if (isHandedOver && isUnclear(cause)) {',
    replace: 'if (isHandedOver && !isUnclear(cause)) {',
    tests: [`${feature}/revoke.test.ts`],
  },
  {
    rule: 'What was revoked stays revoked, whenever it would have ended',
    file: `${feature}/state.ts`,
    find: "if (revokedAt !== undefined && revokedAt !== null) return 'revoked'",
    replace: '',
    tests: [`${feature}/revoke.test.ts`],
  },
]
