// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.internal.control.NotUsableException;
import java.sql.SQLException;

/** Lets the guard check before each hold of a long opening, so that no session waits until all holds are over. */
@FunctionalInterface
public interface GuardCheck {

    /** Checks, if a check is due; returns false if it ends the step, perhaps because everything had to be closed. */
    boolean mayGoOn() throws SQLException, NotUsableException;
}
