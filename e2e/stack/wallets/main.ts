/** Puts the test wallets into a page: announces them and offers `window.testWallets` to tests. */
import { announce } from './announce.ts'
import { createNodeRpc } from './node-rpc.ts'
import { readPageWorld } from './page-world.ts'
import { planWallet } from './presets.ts'
import { walletSetups } from './setup.ts'
import { createTestWallet, type TestWallet } from './test-wallet.ts'

const world = readPageWorld()
const setups = walletSetups(new URLSearchParams(location.search).get('wallets'))
const wallets: Record<string, TestWallet> = {}

if (setups.length > 0) {
  const rpc = createNodeRpc(world.rpc)
  for (const setup of setups) {
    const wallet = createTestWallet(planWallet(setup, world), world, rpc, setup.script, setup.chainId)
    wallets[setup.id] = wallet
    announce(wallet, setup)
  }
}
Object.defineProperty(globalThis, 'testWallets', { value: wallets })
