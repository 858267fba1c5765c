import { compileSolidity } from './compile-solidity.ts'

/** Compiles `EmbeddedAccount.sol` with the settings of its release: other settings give another address. */
export function compileEmbeddedAccount() {
  const compiled = compileSolidity({
    folder: new URL('./', import.meta.url),
    sources: ['EmbeddedAccount.sol'],
    evmVersion: 'prague',
    outputs: ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object', 'storageLayout'],
  })('EmbeddedAccount.sol', 'EmbeddedAccount')
  const { evm, storageLayout } = compiled
  if (evm.deployedBytecode === undefined || storageLayout === undefined)
    throw new Error('The compiler left out an output')
  return {
    abi: compiled.abi,
    creationCode: `0x${evm.bytecode.object}`,
    runtimeCode: `0x${evm.deployedBytecode.object}`,
    storage: storageLayout.storage,
  } as const
}
