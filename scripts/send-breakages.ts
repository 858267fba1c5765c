import type { Breakage } from './breakage.ts'

const camera = 'widget-app/src/lib/camera'
const entry = 'widget-app/src/kernel/transaction-entry.ts'
const send = 'widget-app/src/features/send'

/** Lines that keep a camera off when nobody looks, and a payment from being lost or made twice when its page is gone. */
export const sendBreakages: readonly Breakage[] = [
  {
    rule: 'A site that offers no sending opens no form of it either',
    file: 'widget-app/src/features/send/form.ts',
    find: "isOffered: get(hasFeatureAtom('send'))",
    replace: 'isOffered: true',
    tests: ['widget-app/src/features/send/views/wallet-send-view.test.tsx'],
    project: 'ui',
  },
  {
    rule: 'A camera that is given after the person has left is turned off',
    file: 'widget-app/src/lib/camera/watch-camera.ts',
    find: 'if (signal.aborted) return picture.stop()',
    replace: '',
    tests: ['widget-app/src/lib/camera/watch-camera.dom.test.ts'],
    project: 'ui',
  },
  {
    rule: 'The policy of Trusted Types lets the one worker through',
    file: 'widget-app/src/lib/camera/trusted-address.ts',
    find: "if (text !== address) throw new TypeError('Another script')",
    replace: '',
    tests: ['widget-app/src/lib/camera/trusted-address.test.ts'],
  },
  {
    rule: 'The worker that reads codes ends when the person leaves',
    file: 'widget-app/src/lib/camera/worker-reader.ts',
    find: "signal.addEventListener('abort', end)",
    replace: '',
    tests: ['widget-app/src/lib/camera/worker-reader.dom.test.ts'],
    project: 'ui',
  },
  {
    rule: 'The camera is off when its view goes',
    file: 'widget-app/src/lib/camera/watch-camera.ts',
    find: "signal.addEventListener('abort', picture.stop)",
    replace: '',
    tests: ['widget-app/src/features/send/views/wallet-send-scan-view.test.tsx'],
    project: 'ui',
  },
  {
    rule: 'Nobody is filmed behind another tab',
    file: 'widget-app/src/ui/code-scanner.tsx',
    find: 'return shown && isSeen ?',
    replace: 'return shown ?',
    tests: ['widget-app/src/features/send/views/wallet-send-scan-view.test.tsx'],
    project: 'ui',
  },
  {
    rule: 'A code that is no recipient does not fill in the form',
    file: 'widget-app/src/features/send/scanned.ts',
    find: 'return looksLikeAddress(address) ? address : undefined',
    replace: 'return address',
    tests: ['widget-app/src/features/send/scanned.test.ts'],
  },
  {
    rule: 'What was signed is written down before the chain has it',
    file: 'widget-app/src/chains/solana/ask-to-send.ts',
    find: '  asking.onSigned?.(transaction)\n',
    replace: '',
    tests: ['widget-app/src/chains/solana/send.test.ts'],
  },
  {
    rule: 'What was signed by a page that is gone is followed',
    file: entry,
    find: "signed ? { is: 'submitted', ...signed } : { is: 'unknown' }",
    replace: "({ is: 'unknown', ...(signed && { hash: signed.hash }) })",
    tests: ['widget-app/src/features/send/crash.test.ts'],
  },
  {
    rule: 'A payment of a page that is gone is told until the person puts it aside',
    file: 'widget-app/src/kernel/left-behind.ts',
    find: 'entry.page !== page && ',
    replace: 'entry.page === page && ',
    tests: ['widget-app/src/features/send/crash.test.ts'],
  },
  {
    rule: 'A payment whose end its own page saw is not told again',
    file: 'widget-app/src/kernel/journal.ts',
    find: '...(isTold ? { isTold } : {})',
    replace: '...(isTold && updatedAt < 0 ? { isTold } : {})',
    tests: ['widget-app/src/features/send/crash.test.ts'],
  },
  {
    rule: 'The same payment again is warned of while the first may have moved',
    file: 'widget-app/src/features/send/sent-already.ts',
    find: "['not-yet', 'maybe'].includes",
    replace: "['not-yet'].includes",
    tests: ['widget-app/src/features/send/crash.test.ts'],
  },
  {
    rule: 'A total of less than a cent is not nothing',
    file: 'widget-app/src/features/send/display.ts',
    find: 'formatTotal(both, currency, locale)',
    replace: 'formatTotal({ ...both, isSomething: false }, currency, locale)',
    tests: ['widget-app/src/features/send/total-worth.test.ts'],
  },
  {
    rule: 'A total that lacks a price is not told',
    file: 'widget-app/src/features/send/display.ts',
    find: 'both.unpriced === 0 && ',
    replace: '',
    tests: ['widget-app/src/features/send/total-worth.test.ts'],
  },
  {
    rule: 'An address in base58 imitates one of another length',
    file: 'widget-app/src/kernel/look-alike.ts',
    find: '(!isHex(one) || one.length === two.length)',
    replace: 'one.length === two.length',
    tests: ['widget-app/src/kernel/look-alike.test.ts'],
  },
]
