/** One npm package from which the catalogue takes facts or icons. */
export type Source = {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly copyright: string
  readonly repository: string
  readonly used: string
}

const adapter = (folder: string, version: string): Source => ({
  name: `@solana/wallet-adapter-${folder}`,
  version,
  licence: 'Apache-2.0',
  copyright: 'Copyright 2021-2025 Solana Maintainers <maintainers@solana.foundation>',
  repository: 'https://github.com/anza-xyz/wallet-adapter',
  used: 'names, homepages and icons of Solana wallets',
})

const adapters = [
  adapter('clover', '0.4.24'),
  adapter('coin98', '0.5.25'),
  adapter('coinbase', '0.1.24'),
  adapter('bitkeep', '0.3.25'),
  adapter('keystone', '0.1.20'),
  adapter('krystal', '0.1.17'),
  adapter('ledger', '0.9.30'),
  adapter('mathwallet', '0.9.23'),
  adapter('nightly', '0.1.21'),
  adapter('nufi', '0.1.22'),
  adapter('onto', '0.1.12'),
  adapter('phantom', '0.9.30'),
  adapter('safepal', '0.5.23'),
  adapter('salmon', '0.1.19'),
  adapter('solflare', '0.6.34'),
  adapter('tokenary', '0.1.17'),
  adapter('tokenpocket', '0.4.24'),
  adapter('trezor', '0.1.7'),
  adapter('trust', '0.1.18'),
  adapter('xdefi', '0.1.12'),
]

/** The packages that `fetch-sources.ts` unpacks; exact versions make a run reproducible. */
export const fetchedSources: readonly Source[] = [
  {
    name: '@rainbow-me/rainbowkit',
    version: '2.2.11',
    licence: 'MIT',
    copyright: 'Copyright (c) 2024 Rainbow',
    repository: 'https://github.com/rainbow-me/rainbowkit',
    used: 'names, reverse DNS ids, links and icons of EVM wallets',
  },
  ...adapters,
  {
    name: '@luno-kit/core',
    version: '0.0.10',
    licence: 'MIT',
    copyright: 'Copyright (c) 2025 Luno Labs',
    repository: 'https://github.com/Luno-lab/LunoKit',
    used: 'names, extension ids, links and icons of Polkadot wallets; RPC URLs, explorers and icons of Polkadot networks',
  },
  {
    name: '@polkadot-api/known-chains',
    version: '0.12.1',
    licence: 'MIT',
    copyright: 'Copyright (c) 2023 Josep M Sobrepere',
    repository: 'https://github.com/polkadot-api/polkadot-api',
    used: 'names, currencies and genesis states of Polkadot networks',
  },
  {
    name: '@web3icons/core',
    version: '4.0.56',
    licence: 'MIT',
    copyright: 'Copyright (c) 2024 0xa3k5',
    repository: 'https://github.com/0xa3k5/web3icons',
    used: 'icons of networks, of tokens and of some wallets',
  },
  {
    name: 'thirdweb',
    version: '5.121.6',
    licence: 'Apache-2.0',
    copyright: 'Copyright 2021 Non-Fungible Labs, Inc',
    repository: 'https://github.com/thirdweb-dev/js',
    used: 'pairing and store links of wallet apps, second RPC URLs of EVM networks; no code or pictures',
  },
  {
    name: '@metamask/contract-metadata',
    version: '2.5.0',
    licence: 'ISC',
    copyright: 'Copyright (c) 2020 MetaMask',
    repository: 'https://github.com/MetaMask/contract-metadata',
    used: 'icon of one token (WETH); cross-check of decimals of Ethereum tokens',
  },
  {
    name: '@aave-dao/aave-address-book',
    version: '4.68.1',
    licence: 'MIT',
    copyright: 'Copyright 2026 BGD Labs',
    repository: 'https://github.com/aave-dao/aave-address-book',
    used: 'contracts, symbols, names and decimals of EVM tokens',
  },
  {
    name: '@solana/spl-token-registry',
    version: '0.2.4574',
    licence: 'Apache-2.0',
    copyright: 'Copyright 2021 Solana Labs',
    repository: 'https://github.com/solana-labs/token-list',
    used: 'mints, names and decimals of Solana tokens',
  },
]

/** All packages that NOTICE names; viem is a dependency of the product and is read from node_modules. */
export const noticeSources: readonly Source[] = [
  ...fetchedSources,
  {
    name: 'viem',
    version: '2.57.1',
    licence: 'MIT',
    copyright: 'Copyright (c) 2023-present weth, LLC',
    repository: 'https://github.com/wevm/viem',
    used: 'names, currencies, RPC URLs and explorers of EVM networks (viem/chains)',
  },
  {
    name: 'connectkit',
    version: '1.9.2',
    licence: 'BSD-2-Clause',
    copyright: 'Copyright (c) 2022, LFE, Inc.',
    repository: 'https://github.com/family/connectkit',
    used: 'cross-check of store links and universal links; no code or pictures',
  },
  {
    name: '@openzeppelin/contracts',
    version: '5.7.0',
    licence: 'MIT',
    copyright: 'Copyright (c) 2016-2025 Zeppelin Group Ltd',
    repository: 'https://github.com/OpenZeppelin/openzeppelin-contracts',
    used: 'parts of the account contract (contracts/EmbeddedAccount.sol), compiled into contracts/out',
  },
]
