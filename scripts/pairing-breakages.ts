import type { Mutation } from './breakage.ts'

/** Lines of pairing, of links into wallets and of the terms that come before both. */
export const pairingBreakages: readonly Mutation[] = [
  {
    rule: 'A host gives nothing but a wc: URI to show',
    file: 'shared/config/requested-view.ts',
    find: '/^wc:[',
    replace: '/wc:[',
    tests: ['shared/config/requested-view.test.ts'],
  },
  {
    rule: 'With a URI of the host no pairing of ours begins',
    file: 'widget-app/src/features/connect/views/pairing.tsx',
    find: 'isHosts ? hostsPairingAtom : ',
    replace: '',
    tests: ['widget-app/src/features/connect/views/connecting-wallet-connect-view.test.tsx'],
    project: 'ui',
  },
  {
    rule: 'A link that a browser would run is no link into a wallet',
    file: 'widget-app/src/domain/wallets/wallet-link.ts',
    find: ' || isBlockedRequest(base) || isBlockedRequest(text)',
    replace: '',
    tests: ['widget-app/src/domain/wallets/wallet-link.test.ts'],
  },
  {
    rule: 'The address of a pairing is encoded once',
    file: 'widget-app/src/features/connect/deep-link.ts',
    find: 'encodeURIComponent(uri)',
    replace: 'encodeURIComponent(encodeURIComponent(uri))',
    tests: ['widget-app/src/features/connect/deep-link.test.ts'],
  },
  {
    rule: 'The universal link comes before the scheme',
    file: 'widget-app/src/features/connect/deep-link.ts',
    find: "link.is === 'universal'",
    replace: "link.is === 'scheme'",
    tests: ['widget-app/src/features/connect/deep-link.test.ts'],
  },
  {
    rule: 'Only a page of the verified origin is handed to a wallet',
    file: 'widget-app/src/features/connect/pairing-atoms.ts',
    find: 'URL.parse(url)?.origin === origin ? url : origin',
    replace: 'url || origin',
    tests: ['widget-app/src/features/connect/views/connecting-wallet-connect-view.test.tsx'],
    project: 'ui',
  },
  {
    rule: 'No wallet is chosen before the terms are agreed to',
    file: 'widget-app/src/features/connect/legal-consent.ts',
    find: ' === undefined || get(hasLegalConsentAtom)',
    replace: ' === undefined || true',
    tests: ['widget-app/src/features/connect/views/connect-view.test.tsx'],
    project: 'ui',
  },
  {
    rule: 'A mark covers no more of a code than the code forgives',
    file: 'widget-app/src/ui/display/qr-matrix.ts',
    find: 'Math.floor(size / 5)',
    replace: 'Math.floor(size / 2)',
    tests: ['widget-app/src/ui/display/qr-matrix.test.ts'],
  },
]
