import type { Breakage } from './breakage.ts'

/** Lines of signing in with a wallet. */
export const signInBreakages: readonly Breakage[] = [
  {
    rule: 'A message names no page of another origin',
    file: 'shared/siwx/host-domain.ts',
    find: 'isPlain && new URL(wish).origin === origin ? wish : origin',
    replace: 'isPlain ? wish : origin',
    tests: ['widget-app/src/features/siwx/commands.test.ts'],
  },
  {
    rule: 'A sign-in text is read letter for letter',
    file: 'shared/siwx/parse.ts',
    find: 'signInText(parsed.data) === plain ? parsed.data : undefined',
    replace: 'plain ? parsed.data : undefined',
    tests: ['shared/siwx/siwx.test.ts'],
  },
  {
    rule: 'A wallet of Solana that signs another text has not signed this one',
    file: 'widget-app/src/chains/solana/sign-in.ts',
    find: '!== message)',
    replace: '=== undefined)',
    tests: ['widget-app/src/chains/solana/sign-in.test.ts'],
  },
  {
    rule: 'A signature that the site refuses is no session',
    file: 'widget-app/src/features/siwx/local-keeper.ts',
    find: 'verdict === false || ',
    replace: '',
    tests: ['widget-app/src/features/siwx/commands.test.ts'],
  },
  {
    rule: 'A required sign-in is not closed',
    file: 'widget-app/src/kernel/closing-rules.ts',
    find: 'if (mustSignIn && signViews.has(top)) return false',
    replace: '',
    tests: ['widget-app/src/kernel/opening-rules.test.ts', 'widget-app/src/app/flows/sign-in.test.ts'],
  },
  {
    rule: 'Who cancels a required sign-in is disconnected',
    file: 'widget-app/src/app/flows/sign-in.ts',
    find: 'const left = isRequired ? set(leaveWalletAtom) : undefined',
    replace: 'const left = undefined',
    tests: ['widget-app/src/app/flows/sign-in.test.ts'],
  },
  {
    rule: 'A session ends with its time',
    file: 'shared/siwx/misfits.ts',
    find: 'hasBegun && (expirationTime === undefined || now < timeOf(expirationTime))',
    replace: 'hasBegun',
    tests: ['shared/siwx/siwx.test.ts'],
  },
  {
    rule: 'A wallet of the last visit that nobody signed in with is let go',
    file: 'widget-app/src/app/flows/follow-sign-in.ts',
    find: 'if (wish.required === false) return',
    replace: 'return',
    tests: ['widget-app/src/app/flows/sign-in.test.ts'],
  },
]
