// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.differential;

/** What results come in. */
enum Container {
    PLAIN("%s", "", true, true),
    OPTIONAL("java.util.Optional<%s>", "", true, true),
    LIST("java.util.List<%s>", "", true, false),
    SORTED_LIST("java.util.List<%s>", "Sort", false, false),
    LIMITED_LIST("java.util.List<%s>", "Limit", true, false),
    PAGED_LIST("java.util.List<%s>", "Pageable", true, false),
    COLLECTION("java.util.Collection<%s>", "", true, false),
    ITERABLE("Iterable<%s>", "", true, false),
    SET("java.util.Set<%s>", "", false, false),
    STREAM("java.util.stream.Stream<%s>", "", false, false),
    STREAMABLE("org.springframework.data.util.Streamable<%s>", "", false, false),
    SLICE("Slice<%s>", "Pageable", true, false),
    PAGE("Page<%s>", "Pageable", false, false),
    WINDOW("Window<%s>", "ScrollPosition", true, false),
    FUTURE("java.util.concurrent.CompletableFuture<%s>", "", true, true),
    FUTURE_LIST("java.util.concurrent.CompletableFuture<java.util.List<%s>>", "", true, false),
    FUTURE_INTERFACE("java.util.concurrent.Future<%s>", "", true, true);

    final String type;
    final String parameter;
    final boolean direct;
    final boolean single;

    /**
     * @param type with the type of a result to be filled in
     * @param parameter type of the parameter that selects rows; empty without such a parameter
     * @param direct whether direct reads answer it
     * @param single whether it has at most one result
     */
    Container(String type, String parameter, boolean direct, boolean single) {
        this.type = type;
        this.parameter = parameter;
        this.direct = direct;
        this.single = single;
    }

    boolean isFuture() {
        return compareTo(FUTURE) >= 0;
    }

    /** Returns whether the call says how many rows it wants. */
    boolean limits() {
        return this == LIMITED_LIST || this == PAGED_LIST || this == SLICE || this == PAGE || this == WINDOW;
    }
}
