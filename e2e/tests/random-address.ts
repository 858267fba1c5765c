import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'

/** An unused address (EIP-55): its balance afterwards is what the test sent. */
export const randomAddress = () => privateKeyToAddress(generatePrivateKey())
