/**
 * The account contract of the embedded wallet, to which its EVM accounts delegate by EIP-7702
 * (`contracts/EmbeddedAccount.sol`). The address follows from the code, so it is the same on every chain.
 */

/** CREATE2 deployer that most EVM chains have: salt and creation code in, contract out. */
export const create2DeployerAddress = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** Salt of the deployment. */
export const embeddedAccountSalt = '0x0000000000000000000000000000000000000000000000000000000000000000'

/** Address of the account contract on each chain on which the operator has deployed it. */
export const embeddedAccountAddress = '0x54692b1c4403009c1999d5422AeC148aCFa25DE3'

/** Keccak-256 of the code at that address. Never delegate to the address on a chain where the hash differs. */
export const embeddedAccountCodeHash = '0x1bc35250d94bf88e0322711df2a14fa66689c49ea59afa86c33010600421ed2b'

/** The one contract, besides the account itself, whose calls the account executes: ERC-4337 EntryPoint v0.9. */
export const entryPointAddress = '0x433709009B8330FDa32311DF1C2AFA402eD8D009'
