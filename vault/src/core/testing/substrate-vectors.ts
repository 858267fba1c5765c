/**
 * The vectors of substrate-bip39 with 16 bytes of entropy: entropy, and the stretched 64 bytes, whose first half is the mini
 * secret. The password is `Substrate`.
 * Source: https://github.com/paritytech/substrate-bip39/blob/8a2d80a5c8e20ee5abe92b504f7d288425f37913/src/lib.rs
 */
export const substrateBip39Vectors = [
  [
    '00000000000000000000000000000000',
    '44e9d125f037ac1d51f0a7d3649689d422c2af8b1ec8e00d71db4d7bf6d127e33f50c3d5c84fa3e5399c72d6cbbbbc4a49bf76f76d952f479d74655a2ef2d453',
  ],
  [
    '7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f',
    '4313249608fe8ac10fd5886c92c4579007272cb77c21551ee5b8d60b780416850f1e26c1f4b8d88ece681cb058ab66d6182bc2ce5a03181f7b74c27576b5c8bf',
  ],
  [
    '80808080808080808080808080808080',
    '27f3eb595928c60d5bc91a4d747da40ed236328183046892ed6cd5aa9ae38122acd1183adf09a89839acb1e6eaa7fb563cc958a3f9161248d5a036e0d0af533d',
  ],
  [
    'ffffffffffffffffffffffffffffffff',
    '227d6256fd4f9ccaf06c45eaa4b2345969640462bbb00c5f51f43cb43418c7a753265f9b1e0c0822c155a9cabc769413ecc14553e135fe140fc50b6722c6b9df',
  ],
  [
    '9e885d952ad362caeb4efe34a8e91bd2',
    'f4956be6960bc145cdab782e649a5056598fd07cd3f32ceb73421c3da27833241324dc2c8b0a4d847eee457e6d4c5429f5e625ece22abaa6a976e82f1ec5531d',
  ],
  [
    'c0ba5a8e914111210f2bd131f3d5e08d',
    'c12157bf2506526c4bd1b79a056453b071361538e9e2c19c28ba2cfa39b5f23034b974e0164a1e8acd30f5b4c4de7d424fdb52c0116bfc6a965ba8205e6cc121',
  ],
  [
    '23db8160a31d3e0dca3688ed941adbf3',
    '719d4d4de0638a1705bf5237262458983da76933e718b2d64eb592c470f3c5d222e345cc795337bb3da393b94375ff4a56cfcd68d5ea25b577ee9384d35f4246',
  ],
  [
    'f30f8c1da665478f49b001d94c5fc452',
    '4e2314ca7d9eebac6fe5a05a5a8d3546bc891785414d82207ac987926380411e559c885190d641ff7e686ace8c57db6f6e4333c1081e3d88d7141a74cf339c8f',
  ],
] as const

/**
 * The mini secret of Substrate's development accounts, with its public key, and the hard derivation `//Alice`: chain code
 * (the SCALE string, padded) and public key.
 * Source: https://github.com/polkadot-js/wasm/blob/37a67e6c29397f1a6e0d4f570e5182c1decc1e26/packages/wasm-crypto/src/rs/sr25519.rs
 */
export const hardDerivationVector = {
  miniSecret: 'fac7959dbfe72f052e5a0c3c8d6530f202b02fd8f9f5ca3580ec8deb7797479e',
  publicKey: '46ebddef8cd9bb167dc30878d7113b7e168e6f0646beffd77d69d39bad76b47a',
  chainCode: '14416c6963650000000000000000000000000000000000000000000000000000',
  childPublicKey: 'd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d',
} as const
