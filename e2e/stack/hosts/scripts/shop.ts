import { byId, shortAddress } from './page-elements.ts'

/** What the shop shows of a connection. */
export type Shown = {
  readonly account: string | undefined
  readonly walletName: string | undefined
  /** CAIP-2. */
  readonly chain: string | undefined
}

/** The amount a visitor has chosen, in ETH as text. */
export function chosenAmount(): string {
  const chosen = new FormData(byId('pay', HTMLFormElement)).get('amount')
  return typeof chosen === 'string' ? chosen : '0.005'
}

/** Fills the list of networks once. */
export function listNetworks(networks: readonly { chainId: number; name: string }[]): void {
  const select = byId('network', HTMLSelectElement)
  for (const { chainId, name } of networks) select.append(new Option(name, `eip155:${chainId}`))
}

/** Draws the connection into the page. */
export function show({ account, walletName, chain }: Shown): void {
  const isConnected = account !== undefined
  byId('connect', HTMLButtonElement).toggleAttribute('data-connected', isConnected)
  byId('connect-label', HTMLSpanElement).textContent = isConnected ? shortAddress(account) : 'Connect wallet'
  const cell = byId('account', HTMLElement)
  cell.textContent = isConnected ? shortAddress(account) : 'Not connected'
  cell.title = account ?? ''
  cell.dataset.address = account ?? ''
  byId('wallet', HTMLElement).textContent = walletName ?? '–'
  byId('pay-button', HTMLButtonElement).textContent = isConnected
    ? `Pay ${chosenAmount()} ETH`
    : 'Connect to pay'
  for (const id of ['sign', 'send', 'disconnect']) byId(id, HTMLButtonElement).disabled = !isConnected

  const select = byId('network', HTMLSelectElement)
  select.disabled = !isConnected
  if (chain !== undefined && ![...select.options].some((option) => option.value === chain)) {
    select.append(new Option(chain, chain))
  }
  select.value = chain ?? select.options[0]?.value ?? ''
}
