/** The common ground of readers of JUnit XML: the elements and attributes that Ant's schema asks for, in its order, and nothing that Jenkins' refuses. */
export const junitSchema = `<?xml version="1.0"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:simpleType name="name"><xs:restriction base="xs:token"><xs:minLength value="1"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="moment"><xs:restriction base="xs:dateTime"><xs:pattern value="[^Z+]{19}"/></xs:restriction></xs:simpleType>
  <xs:element name="testsuites"><xs:complexType><xs:sequence><xs:element ref="testsuite" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="testsuite"><xs:complexType>
    <xs:sequence>
      <xs:element name="properties"><xs:complexType><xs:sequence><xs:element ref="property" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
      <xs:element ref="testcase" minOccurs="0" maxOccurs="unbounded"/>
      <xs:element name="system-out" type="xs:string"/>
      <xs:element name="system-err" type="xs:string"/>
    </xs:sequence>
    <xs:attribute name="id" type="xs:int" use="required"/>
    <xs:attribute name="package" type="xs:token" use="required"/>
    <xs:attribute name="name" type="name" use="required"/>
    <xs:attribute name="timestamp" type="moment" use="required"/>
    <xs:attribute name="hostname" type="name" use="required"/>
    <xs:attribute name="tests" type="xs:int" use="required"/>
    <xs:attribute name="failures" type="xs:int" use="required"/>
    <xs:attribute name="errors" type="xs:int" use="required"/>
    <xs:attribute name="skipped" type="xs:int"/>
    <xs:attribute name="time" type="xs:decimal" use="required"/>
  </xs:complexType></xs:element>
  <xs:element name="property"><xs:complexType><xs:attribute name="name" type="name" use="required"/><xs:attribute name="value" type="xs:string" use="required"/></xs:complexType></xs:element>
  <xs:element name="testcase"><xs:complexType>
    <xs:choice minOccurs="0">
      <xs:element name="skipped"><xs:complexType><xs:attribute name="message" type="xs:string"/></xs:complexType></xs:element>
      <xs:element name="failure"><xs:complexType><xs:simpleContent><xs:extension base="xs:string">
        <xs:attribute name="message" type="xs:string"/><xs:attribute name="type" type="xs:string" use="required"/>
      </xs:extension></xs:simpleContent></xs:complexType></xs:element>
    </xs:choice>
    <xs:attribute name="name" type="xs:token" use="required"/>
    <xs:attribute name="classname" type="xs:token" use="required"/>
    <xs:attribute name="time" type="xs:decimal" use="required"/>
  </xs:complexType></xs:element>
</xs:schema>`;
