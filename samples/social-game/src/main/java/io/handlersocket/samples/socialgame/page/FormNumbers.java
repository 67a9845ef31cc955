// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

/** Gives each form of a page a number of its own, by which {@link SentForms} knows it again. */
public final class FormNumbers {

    FormNumbers() {}

    public String next() {
        return SentForms.number();
    }
}
