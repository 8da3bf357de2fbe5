/**
 * The codes that ISO 3166-1 alpha-2 assigns, each with its dialling codes; places without one of their own have none here.
 * And XK: the standard leaves it to users, and most use it for Kosovo.
 */
const rows = `
  AD376 AE971 AF93 AG1 AI1 AL355 AM374 AO244 AQ AR54 AS1 AT43 AU61 AW297 AX358 AZ994 BA387 BB1 BD880 BE32 BF226
  BG359 BH973 BI257 BJ229 BL590 BM1 BN673 BO591 BQ599 BR55 BS1 BT975 BV BW267 BY375 BZ501 CA1 CC61 CD243 CF236 CG242
  CH41 CI225 CK682 CL56 CM237 CN86 CO57 CR506 CU53 CV238 CW599 CX61 CY357 CZ420 DE49 DJ253 DK45 DM1 DO1 DZ213 EC593
  EE372 EG20 EH212 ER291 ES34 ET251 FI358 FJ679 FK500 FM691 FO298 FR33 GA241 GB44 GD1 GE995 GF594 GG44 GH233 GI350
  GL299 GM220 GN224 GP590 GQ240 GR30 GS GT502 GU1 GW245 GY592 HK852 HM HN504 HR385 HT509 HU36 ID62 IE353 IL972 IM44
  IN91 IO246 IQ964 IR98 IS354 IT39 JE44 JM1 JO962 JP81 KE254 KG996 KH855 KI686 KM269 KN1 KP850 KR82 KW965 KY1 KZ7/997
  LA856 LB961 LC1 LI423 LK94 LR231 LS266 LT370 LU352 LV371 LY218 MA212 MC377 MD373 ME382 MF590 MG261 MH692 MK389 ML223
  MM95 MN976 MO853 MP1 MQ596 MR222 MS1 MT356 MU230 MV960 MW265 MX52 MY60 MZ258 NA264 NC687 NE227 NF672 NG234 NI505
  NL31 NO47 NP977 NR674 NU683 NZ64 OM968 PA507 PE51 PF689 PG675 PH63 PK92 PL48 PM508 PN PR1 PS970 PT351 PW680 PY595
  QA974 RE262 RO40 RS381 RU7 RW250 SA966 SB677 SC248 SD249 SE46 SG65 SH290 SI386 SJ47 SK421 SL232 SM378 SN221 SO252
  SR597 SS211 ST239 SV503 SX1 SY963 SZ268 TC1 TD235 TF TG228 TH66 TJ992 TK690 TL670 TM993 TN216 TO676 TR90 TT1 TV688
  TW886 TZ255 UA380 UG256 UM US1 UY598 UZ998 VA39/379 VC1 VE58 VG1 VI1 VN84 VU678 WF681 WS685 YE967 YT262 ZA27 ZM260
  ZW263 XK
`
  .trim()
  .split(/\s+/);

export const countryCodes: readonly string[] = rows.map((row) => row.slice(0, 2));

/** The dialling codes of each country that has one. */
export const diallingCodes: ReadonlyMap<string, readonly string[]> = new Map(
  rows.flatMap((row) => (row.length > 2 ? [[row.slice(0, 2), row.slice(2).split("/")] as const] : [])),
);

/** The members of the European Union. */
const members = new Set("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "));

/** Parts and dependencies of members, whose own membership can be argued, and countries that left since 2016, with theirs. */
const arguable = new Set("AW AX BL BQ CW FO GB GF GG GI GL GP IM JE MF MQ NC PF PM RE SJ SX TF WF XK YT".split(" "));

/** True if a country is in the European Union; undefined where it can be argued. */
export const isInEuropeanUnion = (code: string): boolean | undefined =>
  arguable.has(code) ? undefined : members.has(code);
