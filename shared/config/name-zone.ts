/** Zone of the names that can be registered where the operator sets no other (SPEC §1). */
export const defaultNameZone = 'reown.id'
