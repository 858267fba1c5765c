/** Test only: a network that nobody but the host describes, with an RPC of its own. */
export const siteNetwork = {
  id: 'eip155:4242',
  name: 'Shop Chain',
  nativeCurrency: { name: 'Shop Coin', symbol: 'SHOP', decimals: 18 },
  rpcUrls: ['https://rpc.shop.example'],
}
