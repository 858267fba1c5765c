declare module '@drawbridge/host-sdk' {
  export { AccountEntry }
  export { AccountIdParts }
  export { BridgeEvents }
  export { BridgeState }
  export { BridgeWallet }
  export { Drawbridge }
  export { DrawbridgeOptions }
  export { EthereumEvents }
  export { EthereumProvider }
  export { ModalResult }
  export { OpenRequestInput as OpenRequest }
  export { ProviderRpcError }
  export { RequestArguments }
  export { WalletEntry }
  export { WalletIdParts }
  export { WidgetError }
  export { WidgetEvent }
  export { WidgetEventName }
  export { WidgetEventProperties }
  export { createDrawbridge }
  export { parseAccountId }
  export { parseWalletId }
}

declare module '@drawbridge/host-sdk/viem' {
  export { AccountClient }
  export { EthereumAccount }
  export { viemAccounts }
}

declare module '@drawbridge/host-sdk/polkadot' {
  export { InjectedSigner }
  export { PolkadotAccount }
  export { RawPayload }
  export { SignerResult }
  export { injectedSigner }
  export { polkadotAccounts }
  export { polkadotSigner }
}

declare module '@drawbridge/host-sdk/polkadot-js' {
  export { InjectedAccount }
  export { InjectedSigner }
  export { RawPayload }
  export { SignerResult }
  export { injectedAccounts }
  export { injectedSigner }
}

declare module '@drawbridge/host-sdk/react' {
  export { DrawbridgeProvider }
  export { useAccounts }
  export { useDrawbridge }
  export { useWallets }
  export { useWidgetEvents }
}

declare module '@drawbridge/host-sdk/script' {
  global {
      interface Window {
          Drawbridge?: {
              readonly create: typeof createDrawbridge;
              readonly bridge?: Drawbridge;
          };
      }
  }
}

type AccountEntry = z.infer<typeof accountEntrySchema>;
type AccountIdParts = {
    readonly walletId: string;
    readonly address: string;
};
type BridgeEvents = {
    state: BridgeState;
    open: boolean;
    status: ConnectionStatus;
    accounts: readonly AccountEntry[];
    chains: readonly ChainId[];
    wallets: readonly BridgeWallet[];
    alert: {
        readonly code: string;
        readonly message: string;
    };
    event: WidgetEvent;
};
type BridgeState = z.infer<typeof bridgeStateSchema>;
type BridgeWallet = WalletEntry & {
    readonly provider?: object;
    readonly extension?: object;
    connect(): Promise<void>;
    disconnect(): Promise<void>;
};
type Drawbridge = {
    openModal(request?: OpenRequestInput): Promise<ModalResult>;
    closeModal(): Promise<void>;
    disconnect(namespace?: Namespace): Promise<void>;
    switchNetwork(chainId: string): Promise<void>;
    requestWallet(walletId: string, request: RequestArguments): Promise<unknown>;
    setTheme(theme: {
        mode?: ThemeMode;
        variables?: unknown;
    }): Promise<void>;
    subscribe<Name extends keyof BridgeEvents>(name: Name, listener: (value: BridgeEvents[Name]) => void): () => void;
    onEvent(listener: (event: WidgetEvent) => void): () => void;
    setAnalyticsConsent(isGranted: boolean): Promise<void>;
    readonly state: BridgeState;
    readonly accounts: readonly AccountEntry[];
    readonly wallets: readonly BridgeWallet[];
    readonly ethereum: EthereumProvider;
    destroy(): void;
};
type DrawbridgeOptions = Omit<HostConfigInput, 'embedded' | 'siwx'> & {
    readonly siwx?: SiwxOptions | undefined;
    readonly widgetUrl?: string | undefined;
    readonly embed?: HTMLElement | null | undefined;
    readonly opener?: Element | readonly Element[] | undefined;
    readonly announce?: boolean | undefined;
};
type EthereumEvents = {
    accountsChanged: readonly string[];
    chainChanged: string;
    connect: {
        readonly chainId: string;
    };
    disconnect: ProviderRpcError;
    message: {
        readonly type: string;
        readonly data?: unknown;
    };
};
type EthereumProvider = {
    request(args: RequestArguments): Promise<unknown>;
    on<Name extends keyof EthereumEvents>(name: Name, listener: (value: EthereumEvents[Name]) => void): EthereumProvider;
    removeListener<Name extends keyof EthereumEvents>(name: Name, listener: (value: EthereumEvents[Name]) => void): EthereumProvider;
};
type ModalResult = z.infer<typeof modalResultSchema>;
type OpenRequestInput = z.input<typeof openRequestSchema>;
class ProviderRpcError extends Error {
    readonly name = "ProviderRpcError";
    readonly code: number;
    readonly data: unknown;
    constructor(code: number, message: string, data?: unknown);
}
type RequestArguments = {
    readonly method: string;
    readonly params?: readonly unknown[] | object;
};
type WalletEntry = z.infer<typeof walletEntrySchema>;
type WalletIdParts = {
    readonly platform: WalletEntry['platform'];
    readonly key: string;
};
class WidgetError extends Error {
    readonly name = "WidgetError";
    readonly code: WidgetErrorCode;
    readonly data: unknown;
    constructor(code: WidgetErrorCode, message: string, options?: {
        cause?: unknown;
        data?: unknown;
    });
}
type WidgetEvent = {
    [Name in WidgetEventName]: {
        readonly event: Name;
        readonly properties: WidgetEventProperties[Name] & CommonProperties;
    };
}[WidgetEventName];
type WidgetEventName = keyof WidgetEventProperties;
type WidgetEventProperties = {
    INITIALIZE: {
        readonly platforms: string;
        readonly networks: number;
        readonly themeMode: string;
        readonly embedded: boolean;
        readonly basic: boolean;
        readonly siwx: boolean;
    };
    MODAL_CREATED: object;
    MODAL_OPEN: {
        readonly connected: boolean;
    };
    MODAL_CLOSE: {
        readonly connected: boolean;
    };
    INTERNAL_SDK_ERROR: {
        readonly errorType: string;
        readonly errorMessage: string;
        readonly stackTrace: string;
        readonly uncaught: boolean;
    };
    CLICK_ALL_WALLETS: object;
    CLICK_WALLET_HELP: object;
    CLICK_GET_WALLET_HELP: object;
    SEARCH_WALLET: {
        readonly badge: string;
        readonly search: string;
    };
    WALLET_IMPRESSION_V2: {
        readonly items: readonly WalletImpression[];
    };
    GET_WALLET: WalletProperties & {
        readonly explorerId?: string | undefined;
        readonly type: string;
    };
    SELECT_WALLET: WalletProperties & {
        readonly platform: ConnectMethod;
        readonly view: string;
    };
    CONNECT_SUCCESS: WalletProperties & {
        readonly method: ConnectMethod;
        readonly reconnect: boolean;
        readonly view: string;
    };
    CONNECT_ERROR: WithMessage;
    USER_REJECTED: WithMessage;
    DISCONNECT_SUCCESS: {
        readonly namespace: string;
    };
    DISCONNECT_ERROR: WithMessage;
    CLICK_NETWORKS: object;
    SWITCH_NETWORK: {
        readonly network: string;
    };
    CLICK_SIGN_SIWX_MESSAGE: NetworkProperties;
    CLICK_CANCEL_SIWX: NetworkProperties;
    SIWX_AUTH_SUCCESS: NetworkProperties;
    SIWX_AUTH_ERROR: NetworkProperties & WithMessage;
    EMAIL_SUBMITTED: object;
    EMAIL_VERIFICATION_CODE_SENT: object;
    EMAIL_VERIFICATION_CODE_PASS: object;
    EMAIL_VERIFICATION_CODE_FAIL: WithMessage;
    EMAIL_EDIT: object;
    EMAIL_LOGIN_SELECTED: object;
    SOCIAL_LOGIN_STARTED: SocialProperties;
    SOCIAL_LOGIN_SUCCESS: SocialProperties;
    SOCIAL_LOGIN_CANCELED: SocialProperties;
    SOCIAL_LOGIN_ERROR: SocialProperties & WithMessage;
    SET_PREFERRED_ACCOUNT_TYPE: {
        readonly accountType: AccountType;
        readonly network: string;
    };
    OPEN_SEND: NetworkProperties;
    SEND_INITIATED: SendProperties;
    SEND_SUCCESS: SendProperties & {
        readonly hash: string;
    };
    SEND_ERROR: SendProperties & WithMessage;
    SEND_REJECTED: SendProperties & WithMessage;
    OPEN_SWAP: NetworkProperties;
    CLICK_SELECT_TOKEN_TO_SWAP: object;
    CLICK_SELECT_NETWORK_TO_SWAP: object;
    INITIATE_SWAP: SwapProperties;
    SWAP_SUCCESS: SwapProperties;
    SWAP_ERROR: SwapProperties & WithMessage;
    SWAP_APPROVAL_ERROR: SwapProperties & WithMessage;
    SELECT_BUY_CRYPTO: object;
    SELECT_BUY_PROVIDER: {
        readonly provider: string;
        readonly isSmartAccount: boolean;
    };
    PAY_MODAL_OPEN: {
        readonly exchanges: readonly {
            readonly id: string;
            readonly name: string;
        }[];
        readonly configuration: PayConfiguration;
    };
    PAY_EXCHANGE_SELECTED: PaymentProperties;
    PAY_INITIATED: PaymentProperties;
    PAY_SUCCESS: PaymentProperties;
    PAY_ERROR: PaymentProperties & WithMessage;
    CLICK_TRANSACTIONS: {
        readonly isSmartAccount: boolean;
    };
    LOAD_MORE_TRANSACTIONS: PageProperties;
    ERROR_FETCH_TRANSACTIONS: PageProperties;
    OPEN_ENS_FLOW: {
        readonly isSmartAccount: boolean;
    };
    REGISTER_NAME_INITIATED: NameProperties;
    REGISTER_NAME_SUCCESS: NameProperties;
    REGISTER_NAME_ERROR: NameProperties & {
        readonly error: string;
    };
    SMART_SESSION_CREATED: NetworkProperties & {
        readonly permissions: readonly string[];
        readonly expiry: number;
    };
};
const createDrawbridge: (options: DrawbridgeOptions) => Drawbridge;
function parseAccountId(id: string): AccountIdParts;
function parseWalletId(id: string): WalletIdParts;
type AccountClient = WalletClient<CustomTransport, undefined, JsonRpcAccount<Address>>;
type EthereumAccount = AccountEntry & {
    readonly client: AccountClient;
};
const viemAccounts: (bridge: AccountReader) => readonly EthereumAccount[];
type InjectedSigner = {
    signPayload(payload: object): Promise<SignerResult>;
    signRaw(raw: RawPayload): Promise<SignerResult>;
};
type PolkadotAccount = AccountEntry & {
    readonly polkadotSigner: PolkadotSigner;
    readonly injectedSigner: InjectedSigner;
};
type RawPayload = {
    address: string;
    data: string;
    type?: 'bytes' | 'payload';
};
type SignerResult = {
    id: number;
    signature: `0x${string}`;
    signedTransaction?: `0x${string}`;
};
function injectedSigner(bridge: Pick<AccountReader, 'requestWallet'>, { walletId }: Pick<AccountEntry, 'walletId'>): InjectedSigner;
const polkadotAccounts: (bridge: AccountReader) => readonly PolkadotAccount[];
function polkadotSigner(bridge: Pick<AccountReader, 'requestWallet'>, account: Pick<AccountEntry, 'walletId' | 'address'>): PolkadotSigner;
type InjectedAccount = AccountEntry & {
    readonly injectedSigner: InjectedSigner;
};
const injectedAccounts: (bridge: AccountReader) => readonly InjectedAccount[];
function DrawbridgeProvider(props: {
    readonly bridge: Drawbridge;
    readonly children?: ReactNode;
}): ReactElement;
function useAccounts(): readonly AccountEntry[];
function useAccounts<Account extends AccountEntry>(read: (bridge: Drawbridge) => readonly Account[]): readonly Account[];
function useDrawbridge(): Drawbridge;
const useWallets: () => readonly BridgeWallet[];
function useWidgetEvents(listener: (event: WidgetEvent) => void): void;
const accountEntrySchema: Wire<{
    namespace: "eip155" | "solana" | "polkadot" | "bip122" | "cosmos" | "sui" | "stacks";
    id: string;
    platform: "solana" | "polkadot" | "ethereum";
    address: string;
    walletName: string;
    walletId: string;
    name?: string | undefined;
    type?: "ethereum" | "ed25519" | "sr25519" | "ecdsa" | "eoa" | "smartAccount" | undefined;
    isWalletDefault?: boolean | undefined;
    genesisHash?: string | undefined;
}, {
    namespace: "eip155" | "solana" | "polkadot" | "bip122" | "cosmos" | "sui" | "stacks";
    id: string;
    platform: "solana" | "polkadot" | "ethereum";
    address: string;
    walletName: string;
    walletId: string;
    name?: string | undefined;
    type?: "ethereum" | "ed25519" | "sr25519" | "ecdsa" | "eoa" | "smartAccount" | undefined;
    isWalletDefault?: boolean | undefined;
    genesisHash?: string | undefined;
}>;
type ConnectionStatus = z.infer<typeof connectionStatusSchema>;
type ChainId = z.infer<typeof chainIdSchema>;
const bridgeStateSchema: Wire<{
    chains: (string & z.core.$brand<"ChainId">)[];
    statuses: {
        eip155?: "disconnected" | "connecting" | "connected" | undefined;
        solana?: "disconnected" | "connecting" | "connected" | undefined;
        polkadot?: "disconnected" | "connecting" | "connected" | undefined;
    };
    accounts: {
        namespace: "eip155" | "solana" | "polkadot" | "bip122" | "cosmos" | "sui" | "stacks";
        id: string;
        platform: "solana" | "polkadot" | "ethereum";
        address: string;
        walletName: string;
        walletId: string;
        name?: string | undefined;
        type?: "ethereum" | "ed25519" | "sr25519" | "ecdsa" | "eoa" | "smartAccount" | undefined;
        isWalletDefault?: boolean | undefined;
        genesisHash?: string | undefined;
    }[];
    wallets: {
        name: string;
        id: string;
        type: "injected" | "appKit";
        platform: "solana" | "polkadot" | "ethereum";
        isConnected: boolean;
        icon?: string | undefined;
        extensionId?: string | undefined;
        providerId?: string | undefined;
    }[];
    open: boolean;
    loading: boolean;
    status: "disconnected" | "connecting" | "connected";
    activeNamespace?: "eip155" | "solana" | "polkadot" | "bip122" | "cosmos" | "sui" | "stacks" | undefined;
    signedIn?: string[] | undefined;
}, {
    chains: string[];
    statuses: {
        eip155?: "disconnected" | "connecting" | "connected" | undefined;
        solana?: "disconnected" | "connecting" | "connected" | undefined;
        polkadot?: "disconnected" | "connecting" | "connected" | undefined;
    };
    accounts: {
        namespace: "eip155" | "solana" | "polkadot" | "bip122" | "cosmos" | "sui" | "stacks";
        id: string;
        platform: "solana" | "polkadot" | "ethereum";
        address: string;
        walletName: string;
        walletId: string;
        name?: string | undefined;
        type?: "ethereum" | "ed25519" | "sr25519" | "ecdsa" | "eoa" | "smartAccount" | undefined;
        isWalletDefault?: boolean | undefined;
        genesisHash?: string | undefined;
    }[];
    wallets: {
        name: string;
        id: string;
        type: "injected" | "appKit";
        platform: "solana" | "polkadot" | "ethereum";
        isConnected: boolean;
        icon?: string | undefined;
        extensionId?: string | undefined;
        providerId?: string | undefined;
    }[];
    open: boolean;
    loading: boolean;
    status: "disconnected" | "connecting" | "connected";
    activeNamespace?: "eip155" | "solana" | "polkadot" | "bip122" | "cosmos" | "sui" | "stacks" | undefined;
    signedIn?: string[] | undefined;
}>;
type Namespace = z.infer<typeof namespaceSchema>;
type ThemeMode = z.infer<typeof themeModeSchema>;
type HostConfigInput = z.input<typeof hostConfigSchema>;
type SiwxOptions = SiwxConfig & SignInFunctions;
const modalResultSchema: Wire<{
    namespace: "eip155" | "solana" | "polkadot" | "bip122" | "cosmos" | "sui" | "stacks";
    chainId: string & z.core.$brand<"ChainId">;
    address: string;
    walletId: string;
    is: "connected";
} | {
    is: "dismissed";
}, {
    namespace: "eip155" | "solana" | "polkadot" | "bip122" | "cosmos" | "sui" | "stacks";
    chainId: string;
    address: string;
    walletId: string;
    is: "connected";
} | {
    is: "dismissed";
}>;
const openRequestSchema: Wire<{
    view?: "Connect" | "Account" | "ProfileWallets" | "Networks" | "AllWallets" | "WalletSend" | "Swap" | "OnRampProviders" | "ConnectingWalletConnectBasic" | "WhatIsAWallet" | "SIWXSignMessage" | undefined;
    uri?: string | undefined;
    namespace?: "eip155" | "solana" | "polkadot" | "bip122" | "cosmos" | "sui" | "stacks" | undefined;
    amount?: string | undefined;
    assetAddress?: string | undefined;
    chainId?: (string & z.core.$brand<"ChainId">) | undefined;
    to?: string | undefined;
}, {
    view?: "Connect" | "Account" | "ProfileWallets" | "Networks" | "AllWallets" | "WalletSend" | "Swap" | "OnRampProviders" | "ConnectingWalletConnectBasic" | "WhatIsAWallet" | "SIWXSignMessage" | undefined;
    uri?: string | undefined;
    namespace?: "eip155" | "solana" | "polkadot" | "bip122" | "cosmos" | "sui" | "stacks" | undefined;
    amount?: string | undefined;
    assetAddress?: string | undefined;
    chainId?: string | undefined;
    to?: string | undefined;
}>;
const walletEntrySchema: Wire<{
    name: string;
    id: string;
    type: "injected" | "appKit";
    platform: "solana" | "polkadot" | "ethereum";
    isConnected: boolean;
    icon?: string | undefined;
    extensionId?: string | undefined;
    providerId?: string | undefined;
}, {
    name: string;
    id: string;
    type: "injected" | "appKit";
    platform: "solana" | "polkadot" | "ethereum";
    isConnected: boolean;
    icon?: string | undefined;
    extensionId?: string | undefined;
    providerId?: string | undefined;
}>;
type WidgetErrorCode = AlertCode | 'caip/invalid-chain-id' | 'caip/invalid-account-id' | 'amount/invalid' | 'address/invalid' | 'address/checksum' | 'config/invalid' | 'config/widget-url' | 'link/unreachable' | 'link/rejected' | 'link/closed' | 'modal/closed' | 'wallet/missing-id' | 'wallet/not-found' | 'wallet/already-connected' | 'wallet/not-connected' | 'wallet/not-answering' | 'wallet/no-account' | 'pairing/expired' | 'pairing/nothing-approved' | 'pairing/no-method' | 'pairing/not-set-up' | 'pairing/no-project-id' | 'chain/unsupported' | 'chain/not-supported-by-wallet' | 'chain/not-switched' | 'send/fields-required' | 'send/token-required' | 'send/failed' | 'send/mismatch' | 'name/invalid' | 'name/unresolved' | 'swap/not-as-agreed' | 'swap/price-moved' | 'exchange/refused' | 'siwx/not-enabled' | 'siwx/no-address' | 'siwx/no-network' | 'siwx/no-client' | 'siwx/invalid-message' | 'siwx/not-verified' | 'balance/unavailable' | 'balance/retry-too-soon' | 'http/status' | 'http/invalid-response' | 'http/timeout' | 'http/network' | 'storage/quota' | 'storage/invalid';
type CommonProperties = {
    readonly caipNetworkId?: string;
};
type WalletImpression = WalletProperties & {
    readonly explorerId?: string | undefined;
    readonly rdnsId?: string | undefined;
    readonly view: string;
    readonly displayIndex: number;
    readonly query: string;
    readonly certified: boolean;
};
type WalletProperties = {
    readonly name: string;
    readonly walletRank?: number | undefined;
};
type ConnectMethod = 'browser' | 'qrcode' | 'mobile' | 'email';
type WithMessage = {
    readonly message: string;
};
type NetworkProperties = {
    readonly network: string;
    readonly isSmartAccount: boolean;
};
type SocialProperties = {
    readonly provider: string;
};
type AccountType = z.infer<typeof accountTypeSchema>;
type SendProperties = NetworkProperties & {
    readonly token: string;
    readonly amount: string;
};
type SwapProperties = NetworkProperties & {
    readonly swapFromToken: string;
    readonly swapToToken: string;
    readonly swapFromAmount: string;
    readonly swapToAmount: string;
};
type PayConfiguration = {
    readonly network: string;
    readonly asset: string;
    readonly amount: string;
    readonly recipient: string;
};
type PaymentProperties = {
    readonly source: 'fund-from-exchange';
    readonly paymentId?: string | undefined;
    readonly configuration: PayConfiguration;
    readonly currentPayment: {
        readonly type: 'exchange';
        readonly exchangeId: string;
        readonly sessionId?: string | undefined;
        readonly status?: 'UNKNOWN' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILED' | undefined;
        readonly result?: string | undefined;
    };
    readonly headless: boolean;
};
type PageProperties = {
    readonly address: string;
    readonly projectId: string;
    readonly cursor: string | undefined;
    readonly isSmartAccount: boolean;
};
type NameProperties = {
    readonly isSmartAccount: boolean;
    readonly ensName: string;
};
type AccountReader = Pick<Drawbridge, 'accounts' | 'requestWallet'>;
interface Wire<Value, Input = Value> extends z.core.$ZodType {
    _zod: z.core.$ZodTypeInternals<Value, Input>;
    readonly fits: Fits;
    readonly path: Path;
}
const connectionStatusSchema: Wire<"disconnected" | "connecting" | "connected", "disconnected" | "connecting" | "connected">;
const chainIdSchema: Wire<string & z.core.$brand<"ChainId">, string>;
const namespaceSchema: Wire<"eip155" | "solana" | "polkadot" | "bip122" | "cosmos" | "sui" | "stacks", "eip155" | "solana" | "polkadot" | "bip122" | "cosmos" | "sui" | "stacks">;
const themeModeSchema: Wire<"light" | "dark" | "auto", "light" | "dark" | "auto">;
const hostConfigSchema: Wire<{
    metadata: {
        name: string;
        url?: string | undefined;
        description?: string | undefined;
        icons?: string[] | undefined;
    };
    projectId: string;
    themeVariables?: unknown;
    embedded?: boolean | undefined;
    features?: {
        email?: boolean | undefined;
        receive?: boolean | undefined;
        send?: boolean | undefined;
        emailShowWallets?: boolean | undefined;
        analytics?: boolean | undefined;
        allWallets?: boolean | undefined;
        legalCheckbox?: boolean | undefined;
        smartSessions?: boolean | undefined;
        collapseWallets?: boolean | undefined;
        pay?: boolean | undefined;
        swaps?: boolean | string[] | undefined;
        onramp?: boolean | string[] | undefined;
        socials?: boolean | string[] | undefined;
        activity?: boolean | undefined;
        branding?: boolean | undefined;
        multiWallet?: boolean | undefined;
        emailCapture?: boolean | string[] | undefined;
        payWithExchange?: boolean | undefined;
        payments?: boolean | undefined;
        reownAuthentication?: boolean | undefined;
    } | undefined;
    themeMode?: "light" | "dark" | "auto" | undefined;
    platforms?: ("solana" | "polkadot" | "ethereum")[] | undefined;
    networks?: ((string & z.core.$brand<"ChainId">) | {
        name: string;
        id: string & z.core.$brand<"ChainId">;
        nativeCurrency: {
            symbol: string;
            name: string;
            decimals: number;
        };
        rpcUrls?: string[] | undefined;
        explorer?: {
            url: string;
            name: string;
        } | undefined;
        testnet?: boolean | undefined;
        local?: boolean | undefined;
        imageId?: string | undefined;
    })[] | undefined;
    defaultNetwork?: (string & z.core.$brand<"ChainId">) | undefined;
    autoReconnect?: boolean | undefined;
    debug?: boolean | undefined;
    basic?: boolean | undefined;
    analyticsConsent?: boolean | undefined;
    featuredWalletIds?: string[] | undefined;
    includeWalletIds?: string[] | undefined;
    excludeWalletIds?: string[] | undefined;
    customWallets?: {
        name: string;
        id: string;
        rdns?: string | undefined;
        homepage?: string | undefined;
        mobile_link?: string | undefined;
        desktop_link?: string | undefined;
        webapp_link?: string | undefined;
        chrome_store?: string | undefined;
    }[] | undefined;
    connectorOrder?: ("injected" | "external" | "walletConnect" | "recent" | "featured" | "custom" | "recommended")[] | undefined;
    manualWCControl?: boolean | undefined;
    termsConditionsUrl?: string | undefined;
    privacyPolicyUrl?: string | undefined;
    tokens?: {
        chainId: string & z.core.$brand<"ChainId">;
        address: string;
    }[] | undefined;
    defaultAccountTypes?: {
        eip155?: "eoa" | "smartAccount" | undefined;
    } | undefined;
    locale?: string | undefined;
    siwx?: {
        email?: "required" | "optional" | undefined;
        uri?: string | undefined;
        mode?: "local" | "hosted" | undefined;
        required?: boolean | undefined;
        statement?: string | undefined;
        resources?: string[] | undefined;
        requestId?: string | undefined;
        lifetimeSeconds?: number | undefined;
        scope?: "address" | "chain" | undefined;
        emailText?: string | undefined;
    } | undefined;
    review?: "always" | "risky" | undefined;
    siweConfig?: unknown;
}, {
    metadata: {
        name: string;
        url?: string | undefined;
        description?: string | undefined;
        icons?: string[] | undefined;
    };
    projectId: string;
    themeVariables?: unknown;
    embedded?: boolean | undefined;
    features?: {
        email?: boolean | undefined;
        receive?: boolean | undefined;
        send?: boolean | undefined;
        emailShowWallets?: boolean | undefined;
        analytics?: boolean | undefined;
        allWallets?: boolean | undefined;
        legalCheckbox?: boolean | undefined;
        smartSessions?: boolean | undefined;
        collapseWallets?: boolean | undefined;
        pay?: boolean | undefined;
        swaps?: boolean | string[] | undefined;
        onramp?: boolean | string[] | undefined;
        socials?: boolean | string[] | undefined;
        activity?: boolean | undefined;
        branding?: boolean | undefined;
        multiWallet?: boolean | undefined;
        emailCapture?: boolean | string[] | undefined;
        payWithExchange?: boolean | undefined;
        payments?: boolean | undefined;
        reownAuthentication?: boolean | undefined;
    } | undefined;
    themeMode?: "light" | "dark" | "auto" | undefined;
    platforms?: ("solana" | "polkadot" | "ethereum")[] | undefined;
    networks?: (string | {
        name: string;
        id: string;
        nativeCurrency: {
            symbol: string;
            name: string;
            decimals: number;
        };
        rpcUrls?: string[] | undefined;
        explorer?: {
            url: string;
            name: string;
        } | undefined;
        testnet?: boolean | undefined;
        local?: boolean | undefined;
        imageId?: string | undefined;
    })[] | undefined;
    defaultNetwork?: string | undefined;
    autoReconnect?: boolean | undefined;
    debug?: boolean | undefined;
    basic?: boolean | undefined;
    analyticsConsent?: boolean | undefined;
    featuredWalletIds?: string[] | undefined;
    includeWalletIds?: string[] | undefined;
    excludeWalletIds?: string[] | undefined;
    customWallets?: {
        name: string;
        id: string;
        rdns?: string | undefined;
        homepage?: string | undefined;
        mobile_link?: string | undefined;
        desktop_link?: string | undefined;
        webapp_link?: string | undefined;
        chrome_store?: string | undefined;
    }[] | undefined;
    connectorOrder?: ("injected" | "external" | "walletConnect" | "recent" | "featured" | "custom" | "recommended")[] | undefined;
    manualWCControl?: boolean | undefined;
    termsConditionsUrl?: string | undefined;
    privacyPolicyUrl?: string | undefined;
    tokens?: {
        chainId: string;
        address: string;
    }[] | undefined;
    defaultAccountTypes?: {
        eip155?: "eoa" | "smartAccount" | undefined;
    } | undefined;
    locale?: string | undefined;
    siwx?: {
        email?: "required" | "optional" | undefined;
        uri?: string | undefined;
        mode?: "local" | "hosted" | undefined;
        required?: boolean | undefined;
        statement?: string | undefined;
        resources?: string[] | undefined;
        requestId?: string | undefined;
        lifetimeSeconds?: number | undefined;
        scope?: "address" | "chain" | undefined;
        emailText?: string | undefined;
    } | undefined;
    review?: "always" | "risky" | undefined;
    siweConfig?: unknown;
}>;
type SiwxConfig = z.infer<ReturnType<typeof siwxConfigSchema>>;
type SignInFunctions = {
    readonly getNonce?: (account: Pick<SignInAccount, 'chainId'> & Partial<SignInAccount>) => Promise<string> | string;
    readonly getSessions?: (account: SignInAccount) => Promise<readonly SignInSession[]> | readonly SignInSession[];
    readonly addSession?: (session: SignInSession) => Promise<boolean | void> | boolean | void;
    readonly revokeSession?: (account: SignInAccount) => unknown;
};
type AlertCode = keyof typeof alerts;
const accountTypeSchema: Wire<"eoa" | "smartAccount", "eoa" | "smartAccount">;
type Fits = (value: unknown) => boolean;
type Path = (value: unknown) => string[];
const siwxConfigSchema: () => Wire<{
    email?: "required" | "optional" | undefined;
    uri?: string | undefined;
    mode?: "local" | "hosted" | undefined;
    required?: boolean | undefined;
    statement?: string | undefined;
    resources?: string[] | undefined;
    requestId?: string | undefined;
    lifetimeSeconds?: number | undefined;
    scope?: "address" | "chain" | undefined;
    emailText?: string | undefined;
}, {
    email?: "required" | "optional" | undefined;
    uri?: string | undefined;
    mode?: "local" | "hosted" | undefined;
    required?: boolean | undefined;
    statement?: string | undefined;
    resources?: string[] | undefined;
    requestId?: string | undefined;
    lifetimeSeconds?: number | undefined;
    scope?: "address" | "chain" | undefined;
    emailText?: string | undefined;
}>;
type SignInAccount = {
    readonly chainId: string;
    readonly address: string;
};
type SignInSession = z.infer<typeof signInSessionSchema>;
const alerts: {
    readonly APKT001: "Network Not Found";
    readonly APKT002: "Invalid App Configuration";
    readonly APKT003: "Network Error: Wallet Load Failed";
    readonly APKT004: "Wallet Request Timeout";
    readonly APKT005: "Unverified Domain";
    readonly APKT006: "Session Expired";
    readonly APKT007: "Invalid Project ID";
    readonly APKT008: "Project ID Missing";
    readonly APKT009: "Server Error";
    readonly APKT010: "Rate Limited";
    readonly APKTW001: "Inactive Namespace Not Connected";
    readonly APKTW002: "Invalid Email Address";
    readonly 'multi-wallet/not-enabled': "Multi-Wallet Not Enabled";
};
const signInSessionSchema: Wire<{
    message: string;
    data: {
        uri: string;
        chainId: string & z.core.$brand<"ChainId">;
        version: string;
        domain: string;
        accountAddress: string;
        nonce: string;
        statement?: string | undefined;
        resources?: string[] | undefined;
        requestId?: string | undefined;
        notBefore?: string | undefined;
        issuedAt?: string | undefined;
        expirationTime?: string | undefined;
    };
    signature: string;
}, {
    message: string;
    data: {
        uri: string;
        chainId: string;
        version: string;
        domain: string;
        accountAddress: string;
        nonce: string;
        statement?: string | undefined;
        resources?: string[] | undefined;
        requestId?: string | undefined;
        notBefore?: string | undefined;
        issuedAt?: string | undefined;
        expirationTime?: string | undefined;
    };
    signature: string;
}>;
