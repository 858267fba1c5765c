/**
 * Envelopes that the first release sealed. Each later release must open them: users have them. Never change an entry; add
 * those of a new format.
 */
export const releasedEnvelopes = [
  {
    kind: 'device',
    userId: 'usr_8f14e45fceea167a',
    walletId: 'wal_c9f0f895fb98ab91',
    factor: '49805e093ab28b5a3188e8a066130e6a14387184a3bd931f6c17a0320f5020cb',
    serverKey: 'df6e5d73c84badd756dd3afb9f9649fcf60cc76cf40d1a2fab43e9f0159b9de3',
    entropy: '47af5b1a0b0ce3a23f5b61472501357b',
    envelope: '013fa0372dfaac8bf47fe8d9983fab943d6a5dfdcb6a59f1d0f11858b01637a214e8a19a22ddaee7899d96dcdb',
  },
  {
    kind: 'passkey',
    userId: 'usr_8f14e45fceea167a',
    walletId: 'wal_c9f0f895fb98ab91',
    factor: 'e7cce6a942d10285bf51a1b5fb9354e8e03c1b42b5beb892c4205053f96c1e1e',
    serverKey: 'd775949dcb4b804b201f79838b99f8e3f826a7350486d7aaaddabe72bf4e913e',
    entropy: '2329a203c532d4fcfe141ba055297dff',
    envelope: '019874b013f3f0e9d19b90f152f44c0f7cdb853d3c1f6c75c91ce15f701ba03af6f82f9a88767c579fbc9793c5',
  },
  {
    kind: 'recovery',
    userId: 'usr_8f14e45fceea167a',
    walletId: 'wal_c9f0f895fb98ab91',
    factor: '2e899b80dca08c578ea01cf31eb71acc',
    serverKey: 'ed52e9ee55422b17cbb4987b28990dcb420dbb0cd31be5a3358a95568eb16ac2',
    entropy: 'f476d3213d8ac9c0fbe3423a1394b7f8',
    envelope: '018afdf0e1839b5627052d061da223c2f68df3e72523ac020b5e600e8c704d23932bc03c59039f7b49eb0e3160',
  },
  {
    kind: 'assisted',
    userId: 'usr_8f14e45fceea167a',
    walletId: 'wal_c9f0f895fb98ab91',
    factor: 'f6d8c1da6f42e7324e5e20c3d23faef67ef1309b4546f15fde128b5217d2e097',
    serverKey: '15c02d49448c50b70e1099022e1916e266d4f6f2a8ce3233205faddc66c511d7',
    entropy: '4b2a9437ec1dc356ade1a8488fb0995f',
    envelope: '0104e08889bbfc4f6dbf770bec87b3f78be587692d027fee0f7bc1a0b46d0476396d848e675335853ed77d7074',
  },
] as const
