import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import {
  embeddedWorld,
  testAccount,
  testDeviceEnvelope,
  testToken,
  testWalletAccount,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { OnlyOnDevicesLine } from './only-on-devices-line.tsx'

afterEach(cleanup)

const two = [testDeviceEnvelope(), testDeviceEnvelope('other-device')]

it.each([
  ['one device has the keys', testWalletAccount, 'Your wallet is on one device only. '],
  [
    'two devices have the keys',
    { ...testWalletAccount, envelopes: two },
    'Your wallet is on 2 devices only. ',
  ],
  ['no device has the keys', { ...testWalletAccount, envelopes: [] }, 'Your wallet isn’t secured yet. '],
  ['no wallet', testAccount, undefined],
])('line in Receive › %s › claims nothing of this device', async (_, account, claim) => {
  const { store } = embeddedWorld({})
  await store.set(startEmbeddedSessionAtom, { token: testToken, account })
  const { container } = render(
    <StoreProvider store={store}>
      <OnlyOnDevicesLine />
    </StoreProvider>,
  )
  const text = claim === undefined ? '' : `${claim}Secure it before you receive larger amounts.`
  expect(container.textContent).toBe(text)
})
