/**
 * Keys of spending limits that the first release sealed. Each later release must open them while the limits last. Never change an
 * entry; add those of a new format.
 */
export const releasedSpendingKeys = [
  {
    terms: {
      userId: 'usr_8f14e45fceea167a',
      walletId: 'wal_c9f0f895fb98ab91',
      site: 'https://shop.example',
      asset: 'eip155:8453/slip44:60',
      maximum: '50000000000000000',
      expiresAtMs: 1_800_000_000_000,
    },
    factor: 'c7ba177008e7169bf7b0d2b69eeb8d15ae4be73cc4408d3e65ee02a08dd0b31e',
    serverKey: '15ed9d9aeade01c3dec99c0a7fe4cab39bb33d33ea3ed3fbfae573dbe77aac70',
    sealed:
      '01a6ce397f35032b5731e42010a8995a0f27d9cbc0d941d86677128fa9ad31cc8fffd82efc093b74a31ae7e0f2304ce6b20630077ae8140a1dc2089318',
    address: '0xd49251e1e9f4D4d5bAc808861Fa4Ce23053c986f',
  },
] as const
