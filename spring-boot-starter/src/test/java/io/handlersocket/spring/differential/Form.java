// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.differential;

import io.handlersocket.spring.differential.MadeEntity.Attribute;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The form of one result. */
enum Form {
    RECORD(Direct.YES),
    RECORD_OF_PRIMITIVES(Direct.YES),
    RECORD_OF_OTHER_TYPES(Direct.NO),
    RECORD_OF_SUPERTYPES(Direct.MAYBE),
    RECORD_THAT_THROWS(Direct.MAYBE),
    CLASS(Direct.YES),
    CLASS_WITHOUT_NAMES(Direct.NO),
    INTERFACE(Direct.YES),
    INTERFACE_OF_PRIMITIVES(Direct.MAYBE),
    INTERFACE_INHERITED(Direct.YES),
    INTERFACE_WITH_DEFAULT(Direct.YES),
    INTERFACE_WITH_SETTER(Direct.NO),
    INTERFACE_OPEN(Direct.NO),
    INTERFACE_HALF_OPEN(Direct.NO),
    INTERFACE_NESTED(Direct.NO),
    INTERFACE_OPTIONAL(Direct.NO),
    INTERFACE_CONVERTED(Direct.NO),
    ENTITY(Direct.MAYBE),
    ATTRIBUTE(Direct.NO),
    ARRAY(Direct.NO),
    TUPLE(Direct.NO),
    MAP(Direct.NO);

    /** Whether direct reads answer it. */
    enum Direct {
        YES,
        MAYBE,
        NO
    }

    final Direct direct;

    Form(Direct direct) {
        this.direct = direct;
    }

    /** Returns whether only a query that is written out can give it. */
    boolean needsQuery() {
        return compareTo(ENTITY) > 0;
    }

    /** Returns the name of the type of one result. */
    String type(String name, MadeEntity entity, List<Attribute> shown) {
        return switch (this) {
            case ENTITY -> "E" + entity.number;
            case ATTRIBUTE -> shown.get(0).kind().java;
            case ARRAY -> "Object[]";
            case TUPLE -> "Tuple";
            case MAP -> "java.util.Map<String, Object>";
            default -> name;
        };
    }

    /** Returns the declaration of the type; empty if it needs none. */
    String declaration(String name, MadeEntity entity, List<Attribute> shown) {
        String first = shown.get(0).inName();
        return switch (this) {
            case RECORD -> record(name, shown, one -> one.kind().java, "");
            case RECORD_OF_PRIMITIVES -> record(name, shown, one -> one.kind().primitive(), "");
            case RECORD_OF_OTHER_TYPES ->
                record(name, shown, one -> one.equals(shown.get(0)) ? "Thread" : one.kind().java, "");
            case RECORD_OF_SUPERTYPES -> record(name, shown, one -> "Object", "");
            case RECORD_THAT_THROWS ->
                record(
                        name,
                        shown,
                        one -> one.kind().java,
                        " { if ((\"\" + " + words(shown.get(0), shown.get(0).name())
                                + ").length() % 2 == 0) throw new IllegalStateException(\"no\"); }");
            case CLASS, CLASS_WITHOUT_NAMES -> {
                boolean named = this == CLASS;
                String fields = shown.stream()
                        .map(one -> "public " + one.kind().java + ' ' + one.name() + "; ")
                        .collect(Collectors.joining());
                String takes = parameters(shown, one -> one.kind().java);
                String sets = shown.stream()
                        .map(one -> "this." + one.name() + " = " + one.name() + "; ")
                        .collect(Collectors.joining());
                yield "  class " + name + " { " + fields + "public " + name + '(' + (named ? takes : "") + ") { "
                        + (named ? sets : "") + "} }\n";
            }
            case INTERFACE, INTERFACE_OF_PRIMITIVES ->
                interfaces(
                        name,
                        "",
                        getters(
                                shown,
                                one -> this == INTERFACE
                                        ? one.kind().java
                                        : one.kind().primitive()));
            case INTERFACE_INHERITED ->
                "  interface Base" + name + " { " + getters(shown.subList(0, 1), one -> one.kind().java) + "}\n"
                        + interfaces(
                                name,
                                " extends Base" + name,
                                getters(shown.subList(1, shown.size()), one -> one.kind().java));
            case INTERFACE_WITH_DEFAULT ->
                interfaces(
                        name,
                        "",
                        getters(shown, one -> one.kind().java) + "default String getTwice() { return "
                                + words(shown.get(0), "get" + first + "()") + " + \" twice\"; } ");
            case INTERFACE_WITH_SETTER ->
                interfaces(
                        name,
                        "",
                        getters(shown, one -> one.kind().java) + "void set" + first + '('
                                + shown.get(0).kind().java + " value); ");
            case INTERFACE_OPEN -> interfaces(name, "", open(shown, entity));
            case INTERFACE_HALF_OPEN ->
                interfaces(name, "", getters(shown, one -> one.kind().java) + open(shown, entity));
            case INTERFACE_NESTED ->
                interfaces(
                        name,
                        "",
                        getters(shown, one -> one.kind().java) + "Inner getRef(); interface Inner { Long getId(); } ");
            case INTERFACE_OPTIONAL ->
                interfaces(name, "", getters(shown, one -> "java.util.Optional<" + one.kind().java + ">"));
            case INTERFACE_CONVERTED ->
                interfaces(
                        name, "", getters(shown, one -> one.kind().isText() ? "java.util.Optional<String>" : "String"));
            case ENTITY, ATTRIBUTE, ARRAY, TUPLE, MAP -> "";
        };
    }

    /** The words of a value are the same for the same value, which those of an array are not. */
    private static String words(Attribute one, String value) {
        return one.kind() == Kind.BYTES ? "java.util.Arrays.toString(" + value + ")" : value;
    }

    private static String open(List<Attribute> shown, MadeEntity entity) {
        String name = shown.get(0).name();
        String[] spel = {
            "#{target." + name + "}",
            "#{target." + name + " + ' of ' + target.id}",
            "#{target.words()}",
            "#{target['" + name + "']}",
            "#{@words.of(target.id)}",
            "#{target.class.simpleName.length()}"
        };
        return "@org.springframework.beans.factory.annotation.Value(\"" + spel[entity.number % spel.length]
                + "\") Object getOpen(); ";
    }

    private static String record(String name, List<Attribute> shown, Function<Attribute, String> type, String more) {
        String body = more.isEmpty() ? "" : " public " + name + more;
        return "  record " + name + '(' + parameters(shown, type) + ") {" + body + " }\n";
    }

    private static String interfaces(String name, String parent, String body) {
        return "  interface " + name + parent + " { " + body + "}\n";
    }

    private static String parameters(List<Attribute> shown, Function<Attribute, String> type) {
        return shown.stream().map(one -> type.apply(one) + ' ' + one.name()).collect(Collectors.joining(", "));
    }

    private static String getters(List<Attribute> shown, Function<Attribute, String> type) {
        return shown.stream()
                .map(one -> type.apply(one) + " get" + one.inName() + "(); ")
                .collect(Collectors.joining());
    }
}
