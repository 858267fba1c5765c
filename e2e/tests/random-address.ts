import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'

/** An address (EIP-55) nobody has used: what it holds afterwards is what the test sent. */
export const randomAddress = () => privateKeyToAddress(generatePrivateKey())
