import { enumeration, type ValueOf } from '../kit/enumeration.ts'

/**
 * The specification spells the keys Manufacture and SubContractor; screens show Manufacturer and Sub-Contractor. Not Supported is used for
 * a company kind that exists only in the CRM.
 */
export const CompanyType = enumeration('CompanyType', {
  Client: [0, 'Client'],
  EngineeringFirm: [1, 'Engineering Firm'],
  GeneralContractor: [2, 'General Contractor'],
  SubContractor: [3, 'Sub-Contractor'],
  Manufacture: [4, 'Manufacturer'],
  SystemsIntegrator: [5, 'Systems Integrator'],
  Representative: [6, 'Representative'],
  Architect: [7, 'Architect'],
  NotSupported: [8, 'Not Supported'],
})
export type CompanyType = ValueOf<typeof CompanyType>

export const IndustryType = enumeration('IndustryType', {
  Audio: [1, 'Audio'],
  AudioVideo: [2, 'Audio Video'],
  AVControl: [3, 'AV Control'],
  Computing: [4, 'Computing'],
  FireAlarmAndLifeSafety: [5, 'Fire Alarm and Life Safety'],
  Networking: [6, 'Networking'],
  Security: [7, 'Security'],
  Software: [8, 'Software'],
  TelecomInfrastructure: [9, 'Telecom Infrastructure'],
  Telephony: [10, 'Telephony'],
  Video: [11, 'Video'],
  Lighting: [12, 'Lighting'],
  Architect: [13, 'Architect'],
  Undefined: [200, 'Not specified'],
  Other: [201, 'Other'],
})
export type IndustryType = ValueOf<typeof IndustryType>

export const ClientVariableType = enumeration('ClientVariableType', {
  FreeText: [1, 'Free text'],
  RichText: [2, 'Formatted text'],
  Number: [3, 'Number'],
  Counter: [4, 'Counter'],
})
export type ClientVariableType = ValueOf<typeof ClientVariableType>

export const ClientRankingType = enumeration('ClientRankingType', {
  Revenue: [0, 'Revenue'],
  Complexity: [1, 'Complexity'],
  ProjectsCount: [2, 'Projects Count'],
})
export type ClientRankingType = ValueOf<typeof ClientRankingType>
