// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.adoption;

/** A projection. */
public interface Nick {
    String getNick();
}
