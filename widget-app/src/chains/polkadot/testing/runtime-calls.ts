const xcmTransfer = [
  'dest: VersionedLocation',
  'beneficiary: VersionedLocation',
  'assets: VersionedAssets',
  'fee_asset_item: u32',
] as const

/** The calls of a runtime for tests, as FRAME's and ORML's pallets declare them: names and types of the arguments. */
export const runtimeCalls: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  System: { remark: ['remark: Bytes'], remark_with_event: ['remark: Bytes'], set_code: ['code: Bytes'] },
  Balances: {
    transfer_allow_death: ['dest: Address', 'value: Compact<u128>'],
    transfer_keep_alive: ['dest: Address', 'value: Compact<u128>'],
    transfer_all: ['dest: Address', 'keep_alive: bool'],
    force_transfer: ['source: Address', 'dest: Address', 'value: Compact<u128>'],
    burn: ['value: Compact<u128>', 'keep_alive: bool'],
    force_set_balance: ['who: Address', 'new_free: Compact<u128>'],
  },
  Utility: {
    batch: ['calls: Vec<Call>'],
    batch_all: ['calls: Vec<Call>'],
    force_batch: ['calls: Vec<Call>'],
    as_derivative: ['index: u16', 'call: Call'],
    with_weight: ['call: Call', 'weight: Weight'],
  },
  Proxy: {
    proxy: ['real: Address', 'force_proxy_type: Option<ProxyType>', 'call: Call'],
    add_proxy: ['delegate: Address', 'proxy_type: ProxyType', 'delay: u32'],
    remove_proxies: [],
    create_pure: ['proxy_type: ProxyType', 'delay: u32', 'index: u16'],
    announce: ['real: Address', 'call_hash: H256'],
    kill_pure: ['spawner: Address', 'proxy_type: ProxyType', 'index: u16'],
  },
  Multisig: {
    as_multi_threshold_1: ['other_signatories: Vec<AccountId>', 'call: Call'],
    as_multi: [
      'threshold: u16',
      'other_signatories: Vec<AccountId>',
      'maybe_timepoint: Option<u64>',
      'call: Call',
      'max_weight: Weight',
    ],
    approve_as_multi: [
      'threshold: u16',
      'other_signatories: Vec<AccountId>',
      'maybe_timepoint: Option<u64>',
      'call_hash: H256',
      'max_weight: Weight',
    ],
  },
  Assets: {
    create: ['id: Compact<u32>', 'admin: Address', 'min_balance: u128'],
    mint: ['id: Compact<u32>', 'beneficiary: Address', 'amount: Compact<u128>'],
    transfer: ['id: Compact<u32>', 'target: Address', 'amount: Compact<u128>'],
    transfer_keep_alive: ['id: Compact<u32>', 'target: Address', 'amount: Compact<u128>'],
    force_transfer: ['id: Compact<u32>', 'source: Address', 'dest: Address', 'amount: Compact<u128>'],
    transfer_ownership: ['id: Compact<u32>', 'owner: Address'],
    set_team: ['id: Compact<u32>', 'issuer: Address', 'admin: Address', 'freezer: Address'],
    approve_transfer: ['id: Compact<u32>', 'delegate: Address', 'amount: Compact<u128>'],
    cancel_approval: ['id: Compact<u32>', 'delegate: Address'],
    transfer_approved: [
      'id: Compact<u32>',
      'owner: Address',
      'destination: Address',
      'amount: Compact<u128>',
    ],
    transfer_all: ['id: Compact<u32>', 'dest: Address', 'keep_alive: bool'],
  },
  Uniques: {
    transfer: ['collection: u32', 'item: u32', 'dest: Address'],
    approve_transfer: ['collection: u32', 'item: u32', 'delegate: Address'],
    transfer_ownership: ['collection: u32', 'new_owner: Address'],
    set_team: ['collection: u32', 'issuer: Address', 'admin: Address', 'freezer: Address'],
    set_price: ['collection: u32', 'item: u32', 'price: Option<u128>', 'whitelisted_buyer: Option<Address>'],
    buy_item: ['collection: u32', 'item: u32', 'bid_price: u128'],
  },
  Nfts: {
    transfer: ['collection: u32', 'item: u32', 'dest: Address'],
    approve_transfer: ['collection: u32', 'item: u32', 'delegate: Address', 'maybe_deadline: Option<u32>'],
    set_team: [
      'collection: u32',
      'issuer: Option<Address>',
      'admin: Option<Address>',
      'freezer: Option<Address>',
    ],
    set_price: ['collection: u32', 'item: u32', 'price: Option<u128>', 'whitelisted_buyer: Option<Address>'],
  },
  Currencies: {
    transfer: ['dest: Address', 'currency_id: CurrencyId', 'amount: Compact<u128>'],
    transfer_native_currency: ['dest: Address', 'amount: Compact<u128>'],
  },
  Staking: {
    bond: ['value: Compact<u128>', 'payee: Payee'],
    set_payee: ['payee: Payee'],
    unbond: ['value: Compact<u128>'],
    nominate: ['targets: Vec<Address>'],
    set_controller: [],
  },
  Identity: { clear_identity: [], request_judgement: ['reg_index: Compact<u32>', 'max_fee: Compact<u128>'] },
  Vesting: {
    vest: [],
    vested_transfer: ['target: Address', 'schedule: Schedule'],
  },
  Recovery: {
    create_recovery: ['friends: Vec<AccountId>', 'threshold: u16', 'delay_period: u32'],
    as_recovered: ['account: Address', 'call: Call'],
  },
  Sudo: { sudo: ['call: Call'], set_key: ['new: Address'] },
  Contracts: {
    call: [
      'dest: Address',
      'value: Compact<u128>',
      'gas_limit: Weight',
      'storage_deposit_limit: Option<Compact<u128>>',
      'data: Bytes',
    ],
  },
  Revive: {
    call: [
      'dest: H160',
      'value: Compact<u128>',
      'gas_limit: Weight',
      'storage_deposit_limit: Compact<u128>',
      'data: Bytes',
    ],
    map_account: [],
  },
  Treasury: { spend_local: ['amount: Compact<u128>', 'beneficiary: Address'] },
  PolkadotXcm: {
    transfer_assets: [...xcmTransfer, 'weight_limit: WeightLimit'],
    limited_reserve_transfer_assets: [...xcmTransfer, 'weight_limit: WeightLimit'],
    limited_teleport_assets: [...xcmTransfer, 'weight_limit: WeightLimit'],
    execute: ['message: Bytes', 'max_weight: Weight'],
  },
  XcmPallet: {
    limited_reserve_transfer_assets: [...xcmTransfer, 'weight_limit: WeightLimit'],
    limited_teleport_assets: [...xcmTransfer, 'weight_limit: WeightLimit'],
  },
  XTokens: {
    transfer: ['currency_id: CurrencyId', 'amount: u128', 'dest: VersionedLocation', 'limit: WeightLimit'],
    transfer_multiasset: ['asset: VersionedAsset', 'dest: VersionedLocation', 'limit: WeightLimit'],
    transfer_multiassets: [
      'assets: VersionedAssets',
      'fee_item: u32',
      'dest: VersionedLocation',
      'limit: WeightLimit',
    ],
  },
}

/** Types with members of their own: structs by member, enums by variant, where `-` has no value. */
export const runtimeTypes: Readonly<
  Record<string, { readonly struct?: readonly string[]; readonly variants?: readonly string[] }>
> = {
  Weight: { struct: ['ref_time: Compact<u64>', 'proof_size: Compact<u64>'] },
  Schedule: { struct: ['locked: u128', 'per_block: u128', 'starting_block: u32'] },
  ProxyType: { variants: ['Any', 'NonTransfer', 'Governance', 'Staking'] },
  Payee: { variants: ['Staked', 'Stash', 'Controller', 'Account: AccountId', 'None'] },
  // Of XCM the parts that transfers need; its fixed lists of junctions are written as vectors.
  WeightLimit: { variants: ['Unlimited', 'Limited: Weight'] },
  VersionedLocation: { variants: ['V4: Location'] },
  VersionedAsset: { variants: ['V4: Asset'] },
  VersionedAssets: { variants: ['V4: Vec<Asset>'] },
  Location: { struct: ['parents: u8', 'interior: Junctions'] },
  Junctions: { variants: ['Here', 'X1: Vec<Junction>', 'X2: Vec<Junction>'] },
  Junction: {
    variants: [
      'Parachain: Compact<u32>',
      'AccountId32: AccountJunction',
      'PalletInstance: u8',
      'GeneralIndex: Compact<u128>',
    ],
  },
  AccountJunction: { struct: ['network: Option<u8>', 'id: H256'] },
  Asset: { struct: ['id: Location', 'fun: Fungibility'] },
  Fungibility: { variants: ['Fungible: Compact<u128>', 'NonFungible: u64'] },
  CurrencyId: { variants: ['Token: u8', 'ForeignAsset: u16'] },
  Address: {
    variants: ['Id: AccountId', 'Index: Compact<u32>', 'Raw: Bytes', 'Address32: H256', 'Address20: H160'],
  },
}
