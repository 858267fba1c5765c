/** The typed data that every Ethereum dApp signs (EIP-712). */
export const typedDataSample = {
  domain: { name: 'Tidewater Coffee', version: '1' },
  types: { Receipt: [{ name: 'item', type: 'string' }] },
  primaryType: 'Receipt',
  message: { item: 'Two coffees' },
} as const
