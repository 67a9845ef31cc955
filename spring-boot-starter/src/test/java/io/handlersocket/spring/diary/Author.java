// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.diary;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Who writes. */
@Entity
public class Author {

    @Id
    private long id;

    private String name = "";

    public long getId() {
        return id;
    }

    public String getName() {
        return name;
    }
}
