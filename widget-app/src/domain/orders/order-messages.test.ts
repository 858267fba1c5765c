import { expect, it } from 'vitest'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { testWorld } from '#widget/testing/world.ts'
import { unknownOrderMessage } from './order-messages.ts'

const t = testWorld().store.get(translateAtom)

it('named transaction unseen › the message says that the network does not show it', () => {
  const names = { provider: 'Meld', value: undefined }
  expect(unknownOrderMessage({ is: 'unknown', misfit: 'unseen', hash: '0xd1' }, names, t)).toBe(
    'Meld reported a transaction that the network doesn’t show. Contact Meld before you pay again.',
  )
})
