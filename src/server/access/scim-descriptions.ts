const core = 'urn:ietf:params:scim:schemas:core:2.0:'

export const serviceProviderConfig = (base: string) => ({
  schemas: [`${core}ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    { type: 'oauthbearertoken', name: 'API token', description: 'An API token of a user who may manage users', primary: true },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

export const resourceTypes = (base: string) =>
  (['User', 'Group'] as const).map((id) => ({
    schemas: [`${core}ResourceType`],
    id,
    name: id,
    endpoint: `/${id}s`,
    schema: `${core}${id}`,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  }))

interface AttributeOptions {
  type?: 'string' | 'boolean' | 'complex'
  isMany?: boolean
  isRequired?: boolean
  isReadOnly?: boolean
  isExact?: boolean
  isUnique?: boolean
  parts?: object[]
}
const attributeOf = (
  name: string,
  { type = 'string', isMany, isRequired, isReadOnly, isExact, isUnique, parts }: AttributeOptions = {},
) => ({
  name,
  type: parts ? 'complex' : type,
  multiValued: isMany ?? false,
  required: isRequired ?? false,
  caseExact: isExact ?? false,
  mutability: isReadOnly ? 'readOnly' : 'readWrite',
  returned: 'default',
  uniqueness: isUnique ? 'server' : 'none',
  ...(parts && { subAttributes: parts }),
})

const valueParts = [attributeOf('value'), attributeOf('type'), attributeOf('primary', { type: 'boolean' })]

export const schemas = (base: string) => [
  {
    schemas: [`${core}Schema`],
    id: `${core}User`,
    name: 'User',
    description: 'A member of staff',
    attributes: [
      attributeOf('userName', { isRequired: true, isUnique: true }),
      attributeOf('externalId', { isExact: true }),
      attributeOf('name', { parts: [attributeOf('givenName'), attributeOf('familyName'), attributeOf('formatted', { isReadOnly: true })] }),
      attributeOf('displayName', { isReadOnly: true }),
      attributeOf('title'),
      attributeOf('active', { type: 'boolean' }),
      attributeOf('emails', { isMany: true, parts: valueParts }),
      attributeOf('phoneNumbers', { isMany: true, parts: valueParts }),
      attributeOf('groups', { isMany: true, isReadOnly: true, parts: [attributeOf('value'), attributeOf('display')] }),
    ],
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${core}User` },
  },
  {
    schemas: [`${core}Schema`],
    id: `${core}Group`,
    name: 'Group',
    description: 'A group of the directory, which can give a role',
    attributes: [
      attributeOf('displayName', { isRequired: true, isUnique: true }),
      attributeOf('externalId', { isExact: true }),
      attributeOf('members', {
        isMany: true,
        parts: [attributeOf('value'), attributeOf('display', { isReadOnly: true }), attributeOf('type')],
      }),
    ],
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${core}Group` },
  },
]
