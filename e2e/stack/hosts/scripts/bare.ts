/** The shop without the SDK: the baseline of every measurement. */
import { readPageWorld } from '../../wallets/page-world.ts'
import { setPageTheme } from './page-elements.ts'
import { listNetworks, show } from './shop.ts'

listNetworks(readPageWorld().chains)
show({ account: undefined, walletName: undefined, chain: undefined })
for (const radio of document.querySelectorAll<HTMLInputElement>('input[name="theme"]')) {
  radio.addEventListener('change', () => setPageTheme(radio.value))
}
