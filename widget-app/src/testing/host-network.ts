/** Test only: a host-defined network, with an RPC. */
export const hostNetwork = {
  id: 'eip155:4242',
  name: 'Shop Chain',
  nativeCurrency: { name: 'Shop Coin', symbol: 'SHOP', decimals: 18 },
  rpcUrls: ['https://rpc.shop.example'],
}
