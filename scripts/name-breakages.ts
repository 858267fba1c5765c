import type { Mutation } from './breakage.ts'

/** Lines of names: looked up, shown, sent to, registered. */
export const nameBreakages: readonly Mutation[] = [
  {
    rule: 'A registration that the registry was handed goes on when its view is left',
    file: 'widget-app/src/features/names/atoms.ts',
    find: "if (isShown || get(registerStateAtom).is === 'registering') return",
    replace: 'if (isShown) return',
    tests: ['widget-app/src/features/names/register.test.ts'],
  },
  {
    rule: 'The end of a registration that nobody sees is told',
    file: 'widget-app/src/features/names/atoms.ts',
    find: 'if (!get(isShownAtom)) return set(tellUnseenEndAtom, name)',
    replace: '',
    tests: ['widget-app/src/features/names/register.test.ts'],
  },
  {
    rule: 'A name that suggestions do not tell of is looked up',
    file: 'widget-app/src/features/names/name-availability.ts',
    find: 'own?.registered ??',
    replace: 'own?.registered === true ||',
    tests: ['widget-app/src/features/names/register.test.ts'],
  },
  {
    rule: 'A name that was registered here is among those an account may have',
    file: 'widget-app/src/domain/names/identity.ts',
    find: 'async () => (own === undefined ? [] : [{ name: own, avatar: undefined }]),',
    replace: '',
    tests: ['widget-app/src/domain/names/identity.test.ts'],
  },
  {
    rule: 'A name that an account calls itself is shown only if it leads back to that account',
    file: 'widget-app/src/domain/names/identity.ts',
    find: 'return address?.toLowerCase() === addressOf(account).toLowerCase() ? found : undefined',
    replace: 'return address ? found : undefined',
    tests: ['widget-app/src/domain/names/identity.test.ts'],
  },
  {
    rule: 'A name that moved after the review was opened stops the send',
    file: 'widget-app/src/features/send/recipient/resolved-recipient.ts',
    find: 'const isMoved = address !== agreed.found.address',
    replace: 'const isMoved = false',
    tests: ['widget-app/src/features/send/recipient/resolved-recipient.test.ts'],
  },
  {
    rule: 'A name is looked up again before the wallet is asked',
    file: 'widget-app/src/features/send/action-atoms.ts',
    find: "if (name !== 'same') return",
    replace: "if (name === 'failed' && seen.maxFee < 0n) return",
    tests: ['widget-app/src/features/send/recipient/resolved-recipient.test.ts'],
  },
  {
    rule: 'Letters of a name that look like others are shown encoded',
    file: 'widget-app/src/domain/names/name-display.ts',
    find: 'return { text: shown, isStrange:',
    replace: 'return { text: name, isStrange:',
    tests: ['widget-app/src/domain/names/name-display.test.ts'],
  },
  {
    rule: 'Pictures of names are not asked of strangers',
    file: 'widget-app/src/domain/names/validate-avatar.ts',
    find: '(?![/\\\\])',
    replace: '',
    tests: ['widget-app/src/domain/names/name-display.test.ts'],
  },
  {
    rule: 'What the wallet signs after the view was left is not handed to the registry',
    file: 'widget-app/src/features/names/actions.ts',
    find: "    signal.throwIfAborted()\n    tell({ is: 'signed' })",
    replace: "    tell({ is: 'signed' })",
    tests: ['widget-app/src/features/names/register.test.ts'],
  },
  {
    rule: 'What a name holds for another EVM chain alone is not paid to on this one',
    file: 'shared/names/coin-type.ts',
    find: "(namespaceOf(chain) === 'eip155' ? addresses[ethereum] : undefined)",
    replace: "(namespaceOf(chain) === 'eip155' ? Object.values(addresses)[0] : undefined)",
    tests: ['shared/names/coin-type.test.ts'],
  },
  {
    rule: 'A name is claimed for the chain the wallet is on',
    file: 'widget-app/src/chains/eip155/wallet/claim-name.ts',
    find: 'return { coinType, address, message, signature }',
    replace: 'return { coinType: 60, address, message, signature }',
    tests: ['widget-app/src/chains/eip155/wallet/claim-name.test.ts'],
  },
]
