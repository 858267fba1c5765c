import { expect, test } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { View } from '#widget/core/view.ts'
import type { ViewStack } from '#widget/core/view-stack.ts'
import { type AfterSwitch, afterSwitch } from './after-switch.ts'

const switching: View = { name: 'SwitchNetwork', chainId: parseChainId('eip155:8453') }
const account: View = { name: 'Account' }
const networks: View = { name: 'Networks' }

test.each<[string, ViewStack, AfterSwitch]>([
  [
    'from Account through Networks: back to Account',
    [account, networks, switching],
    { is: 'back', steps: 2 },
  ],
  ['from the send form: back to it', [account, { name: 'WalletSend' }, switching], { is: 'back', steps: 1 }],
  ['asked for by the host: out', [switching], { is: 'close' }],
  ['after the unsupported network: Account', [{ name: 'UnsupportedChain' }, switching], { is: 'account' }],
  ['chosen without a wallet: back to Connect', [{ name: 'Connect' }, networks], { is: 'back', steps: 1 }],
])('%s', (_name, stack, after) => {
  expect(afterSwitch(stack)).toEqual(after)
})
