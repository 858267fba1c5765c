/** Zone in which names are registered unless the operator configures another (SPEC §1). */
export const defaultNameZone = 'reown.id'
