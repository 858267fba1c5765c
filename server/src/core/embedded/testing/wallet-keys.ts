import { generateKeyPairSync, sign } from 'node:crypto'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import { base58Encode } from '@polkadot/util-crypto/base58'
import { mnemonicGenerate, mnemonicToMiniSecret } from '@polkadot/util-crypto/mnemonic'
import { sr25519PairFromSeed, sr25519Sign } from '@polkadot/util-crypto/sr25519'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { walletProofText } from '../../../../../shared/api/wallet-proof.ts'

const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`

/** Keys of a wallet, as the vault has them. */
export async function createWalletKeys() {
  await cryptoWaitReady()
  const evm = privateKeyToAccount(generatePrivateKey())
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const polkadot = sr25519PairFromSeed(mnemonicToMiniSecret(mnemonicGenerate(12)))
  const accounts = {
    eip155: evm.address,
    solana: base58Encode(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)),
    polkadot: hex(polkadot.publicKey),
  }

  return {
    accounts,
    /** Signatures of a wallet proof. */
    prove: async (userId: string, subject: string, of = accounts) => {
      const text = walletProofText(userId, subject, of)
      return {
        eip155: await evm.signMessage({ message: text }),
        solana: base58Encode(sign(null, Buffer.from(text), privateKey)),
        polkadot: hex(sr25519Sign(text, polkadot)),
      }
    },
  }
}

export type WalletKeys = Awaited<ReturnType<typeof createWalletKeys>>
