/** Adds the test wallets to a page: announces them and sets `window.testWallets` for tests. */
import { announce } from './announce.ts'
import { createUrlRpc } from './node-rpc.ts'
import { readPageConfig } from './page-config.ts'
import { createPageWallet, type PageWallet } from './page-wallet.ts'
import { planWallet } from './presets.ts'
import { walletSetups } from './setup.ts'

const world = readPageConfig()
const setups = walletSetups(new URLSearchParams(location.search).get('wallets'))
const wallets: Record<string, PageWallet> = {}

if (setups.length > 0) {
  const rpc = createUrlRpc(world.rpc)
  for (const setup of setups) {
    const wallet = createPageWallet(planWallet(setup, world), world, rpc, setup)
    wallets[setup.id] = wallet
    announce(wallet, setup)
  }
}
Object.defineProperty(globalThis, 'testWallets', { value: wallets })
