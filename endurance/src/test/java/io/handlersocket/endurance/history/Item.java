// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row that writers change over JDBC; its version is an ordinary column. */
@Entity
@Table(name = Items.TABLE)
public class Item {

    @Id
    private long id;

    private long teamId;
    private long version;
    private long mark;
    private String body = "";

    long getTeamId() {
        return teamId;
    }

    Seen seen() {
        return new Seen(id, version, mark, body);
    }
}
